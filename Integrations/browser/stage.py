"""A keychain with its host and a browser that may use it, for rows without a real browser."""

import os
import sys

from desk import Desk
from extension import Extension, Host


class Stage:
    def __init__(self, programs):
        self.desk = Desk(programs)
        self.hosts = []
        try:
            self.manifest = self.desk.enable()
            self.browser = self.start().associate()
        except BaseException:
            self.report()
            self.close()
            raise
        self.desk.asked()

    def start(self, identity=None, **changes):
        """Another start of the host, with changed variables, and a session with it, in which it knows the browser."""
        browser = self.stranger(identity, **changes)
        if identity:
            browser.ask("test-associate", identity)
        return browser

    def again(self, **changes):
        """The same browser after a restart."""
        return self.start(self.browser.identity, **changes)

    def stranger(self, identity=None, **changes):
        host = Host(self.desk, self.manifest, environment={**self.desk.environment, **changes})
        self.hosts.append(host)
        return Extension(host, identity).exchange()

    def close(self):
        try:
            for host in self.hosts:
                host.close()
        finally:
            self.desk.close()

    def report(self):
        print(f"  asked: {self.desk.asked()}", file=sys.stderr)
        path = os.path.join(self.desk.folder, "host.log")
        if os.path.exists(path):
            with open(path) as log:
                print(log.read()[-2000:], end="", file=sys.stderr)
