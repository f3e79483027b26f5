"""A relying party of WebAuthn: python-fido2 judges the answers of the keychain."""

import secrets

from fido2.server import Fido2Server
from fido2.utils import websafe_decode
from fido2.webauthn import PublicKeyCredentialRpEntity, PublicKeyCredentialUserEntity


class RelyingParty:
    """A site that knows accounts and their passkeys, and refuses answers that are not signed for it."""

    def __init__(self, identifier, *origins):
        self.origins = origins
        self.server = Fido2Server(
            PublicKeyCredentialRpEntity(id=identifier, name="A site"), verify_origin=lambda origin: origin in origins
        )
        self.handles = {}
        self.passkeys = []
        self.states = {}

    def begin_registration(self, name, exclude=True, verification=None, resident="required"):
        """Options in JSON for a new passkey of an account, and the state for 'end_registration'."""
        handle = self.handles.setdefault(name, secrets.token_bytes(16))
        options, state = self.server.register_begin(
            PublicKeyCredentialUserEntity(id=handle, name=name, display_name=name.title()),
            credentials=[data for owner, data in self.passkeys if owner == name and exclude],
            resident_key_requirement=resident,
            user_verification=verification,
        )
        return dict(options)["publicKey"], (name, state)

    def end_registration(self, begun, credential):
        name, state = begun
        data = self.server.register_complete(state, credential)
        self.passkeys.append((name, data.credential_data))
        return data

    def begin_sign_in(self, name=None, verification=None):
        """Options in JSON for a signature; without a name, the person chooses an account."""
        allowed = [data for owner, data in self.passkeys if owner == name] if name else None
        options, state = self.server.authenticate_begin(allowed, user_verification=verification)
        return dict(options)["publicKey"], state

    def end_sign_in(self, state, credential):
        """Verifies a signature, and returns the name of the account."""
        data = self.server.authenticate_complete(state, [data for _, data in self.passkeys], credential)
        owner = next(name for name, known in self.passkeys if known.credential_id == data.credential_id)
        handle = credential["response"].get("userHandle")
        if handle and websafe_decode(handle) != self.handles[owner]:
            raise ValueError("the user handle is that of another account")
        return owner
