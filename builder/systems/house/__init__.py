"""The Dark Millennia house rules, a module on 40K profiles."""
