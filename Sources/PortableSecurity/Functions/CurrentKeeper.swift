internal import PortableKeychain

/// What answers the four functions: the keychain of the task, else that of the process.
func currentKeeper() throws(KeychainError) -> any ItemKeeper { try Keychain.current }
