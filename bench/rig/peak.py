"""Runs a command and prints its duration, its peak memory, and the last line of its standard error:
`peak.py NAME COMMAND...`. Status and report are those of the command."""

import resource
import subprocess
import sys
import time


def main():
    start = time.monotonic()
    done = subprocess.run(sys.argv[2:], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    took = time.monotonic() - start
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    lines = done.stderr.strip().splitlines()
    print(f"  {sys.argv[1]}: {took:.1f} s, peak {peak // 1024} MiB")
    print(f"    {lines[-1] if lines else '-'}")
    if done.returncode:
        print(done.stdout, file=sys.stderr)
    sys.exit(done.returncode)


main()
