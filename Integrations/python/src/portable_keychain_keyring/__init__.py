"""A backend of Python's keyring that keeps passwords in a portable keychain.

It runs ``keychainctl`` and speaks with it through pipes, so that no password is ever an argument or
a variable that other programs could read.
"""

import json
import shutil
import subprocess
from typing import Optional

from jaraco.classes import properties
from keyring import backend, credentials, errors

__all__ = ["Keyring"]

# What keychainctl exits with; see "keychainctl --help".
_NOTHING = 1
_LOCKED = 36


class Keyring(backend.KeyringBackend):
    """Passwords are generic passwords, under their service and the user as the account."""

    #: The program; found in PATH if left out. ``KEYRING_PROPERTY_PROGRAM`` sets it.
    program: Optional[str] = None
    #: The name or path of the keychain; the default one if left out.
    #: ``KEYRING_PROPERTY_KEYCHAIN`` sets it.
    keychain: Optional[str] = None

    @properties.classproperty
    def priority(cls) -> float:
        """Above the desktop's services, which have 5: who installs this package means it."""
        if shutil.which("keychainctl") is None:
            raise RuntimeError("keychainctl is not in PATH")
        return 5.5

    def get_password(self, service: str, username: str) -> Optional[str]:
        found = self.get_credential(service, username)
        return None if found is None else found.password

    def get_credential(
        self, service: str, username: Optional[str]
    ) -> Optional[credentials.Credential]:
        words = ["get", "--mode=creds", "--output=json"]
        status, output, problem = self._run(words, service, username)
        if status == _NOTHING:
            return None
        _check(status, problem, errors.KeyringError)
        found = json.loads(output)
        return credentials.SimpleCredential(found["username"], found["password"])

    def set_password(self, service: str, username: str, password: str) -> None:
        words = ["set", "--exact"]
        status, _, problem = self._run(words, service, username, password)
        _check(status, problem, errors.PasswordSetError)

    def delete_password(self, service: str, username: str) -> None:
        status, _, problem = self._run(["del"], service, username)
        _check(status, problem, errors.PasswordDeleteError)

    def _run(
        self,
        words: list,
        service: str,
        username: Optional[str],
        password: str = "",
    ):
        """Runs the program; returns its status, its output, and what it complained about."""
        program = self.program or shutil.which("keychainctl")
        if program is None:
            raise errors.InitError("keychainctl is not in PATH")
        keychain = [] if self.keychain is None else ["--keychain", self.keychain]
        names = [service] if username is None else [service, username]
        try:
            arguments = [
                word.encode("utf-8")
                for word in [program, "helper", "keyring", *words, *keychain, "--", *names]
            ]
            done = subprocess.run(arguments, input=password.encode("utf-8"), capture_output=True)
        except (OSError, ValueError) as problem:
            # ValueError: a zero byte, or half of a surrogate pair, in a name or a password.
            raise errors.KeyringError(f"keychainctl cannot be asked: {type(problem).__name__}")
        return done.returncode, done.stdout, done.stderr.decode("utf-8", "replace").strip()


def _check(status: int, problem: str, kind: type) -> None:
    """Raises what a status means."""
    if status == _LOCKED:
        raise errors.KeyringLocked(problem)
    if status != 0:
        raise kind(problem)
