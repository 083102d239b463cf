"""One module a command: each adds its arguments and runs. Output is for programs and referees:
fixed English key words, never a translated sentence."""
