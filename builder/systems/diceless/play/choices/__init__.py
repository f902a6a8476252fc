"""What the parameters of acts can be given as things stand."""
