"""`tutti run` as a newcomer starts it, for the scripts in this folder: with the demo tenant, its own ports and data folder, and
the passwords that it prints."""
import re
import subprocess
import sys
import threading

from served import PASSWORD, Served


class Demo(Served):
    """Ends with the `with` block and removes its files. `passwords` has the passwords of the demo's accounts by login."""

    def __init__(self):
        super().__init__('demo')

    def __enter__(self):
        self.log = open(self.folder + '/service.log', 'w')
        self.process = subprocess.Popen([self.program(), 'run'], env=self.environment, stdout=subprocess.PIPE,
                                        stderr=self.log, text=True)
        self.passwords = {}
        for line in self.process.stdout:
            if told := re.search(r'(\S+)\s+password\s+(\S+)', line):
                self.passwords[told[1]] = told[2]
            if line == 'ready\n':
                break
        else:
            print(open(self.log.name).read(), file=sys.stderr)
            self.__exit__()
            sys.exit('the service did not become ready')
        threading.Thread(target=self.process.stdout.read, daemon=True).start()
        for role in ['programmer', 'editor']:
            if role not in self.passwords:
                self.command('user', 'add', '--tenant', 'demo', '--login', role, '--role', role, '--password-stdin',
                             input=PASSWORD + '\n')
                self.passwords[role] = PASSWORD
        self.command('user', 'add', '--platform', '--login', 'keeper', '--password-stdin', input=PASSWORD + '\n')
        self.wait_for_tenant()
        return self
