internal import PortableKeychain

/// The keychain that the four functions use: that of the task, otherwise that of the process.
func currentKeeper() throws(KeychainError) -> any ItemKeeper { try Keychain.current }
