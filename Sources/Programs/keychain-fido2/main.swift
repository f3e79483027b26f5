internal import CKeychainPlatform
internal import KeychainFIDO2

// Before anything else: what it reads is the PIN, and what it answers opens keychains.
pk_harden_process()
FIDO2Program.main()
