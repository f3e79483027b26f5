"""keyring's own tests of backends, and what is particular to this one."""

import pytest
from keyring import errors
from keyring.testing.backend import BackendBasicTests
from portable_keychain_keyring import Keyring


class TestBackend(BackendBasicTests):
    def init_keyring(self):
        return Keyring()

    @pytest.mark.parametrize("password", ["", "\n", "two\nlines\n", " p ", "-p", "🔑", "p" * 60000])
    def test_passwords_come_back_exactly(self, password):
        self.set_password("service", "user", password)
        assert self.keyring.get_password("service", "user") == password

    @pytest.mark.parametrize("name", ["--exact", "-", "a b", "ünï", "a\nb", "'\"$(x)", ""])
    def test_names_are_only_names(self, name):
        self.set_password(f"{name}", "user", "p")
        self.set_password("service", name, "q")
        assert self.keyring.get_password(name, "user") == "p"
        assert self.keyring.get_password("service", name) == "q"

    @pytest.mark.parametrize("password", ["a\0b", "\ud800"])
    def test_what_cannot_be_kept_is_refused(self, password):
        with pytest.raises(errors.KeyringError):
            self.keyring.set_password("service", "nobody", password)
        assert self.keyring.get_password("service", "nobody") is None

    def test_another_keychain_must_exist(self):
        keyring = self.keyring.with_properties(keychain="nothing")
        with pytest.raises(errors.KeyringError):
            keyring.get_password("service", "user")

    def test_a_missing_program_is_an_error(self):
        keyring = self.keyring.with_properties(program="/nothing")
        with pytest.raises(errors.KeyringError):
            keyring.get_password("service", "user")
