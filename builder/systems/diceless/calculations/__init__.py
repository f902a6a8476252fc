"""The rules that can be worked out one by one, for `muster calc diceless`; each answer has its steps."""
