"""``verify FILE…``: judge every deal of the files, one line of key words each."""
import argparse
def add_to(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    pass
