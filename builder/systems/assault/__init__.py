"""Trial Assault v7, a module on 40K profiles."""
