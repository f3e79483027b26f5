package import PortableKeychain

/// The agent keeps no history: what is changed or deleted through it is gone at once, as with Apple's keychain.
extension AgentKeeper: VersionedKeeper {
    package var historyPolicy: HistoryPolicy { .none }

    package func setHistoryPolicy(_ policy: HistoryPolicy?) throws(KeychainError) {
        throw isMissing(.history)
    }

    package func earlierVersions() throws(KeychainError) -> [EarlierVersion] {
        throw isMissing(.history)
    }

    package func secret(
        ofVersion id: [UInt8],
        _ context: AuthenticationContext?
    ) throws(KeychainError) -> SecretBytes? {
        throw isMissing(.history)
    }

    package func restore(version id: [UInt8]) throws(KeychainError) { throw isMissing(.history) }

    package func lastChange() throws(KeychainError) -> RecordedChange? {
        throw isMissing(.history)
    }

    package func undo(_ id: [UInt8]) throws(KeychainError) { throw isMissing(.history) }

    /// Fails: versions that other programs keep in the file would stay.
    package func purge(_ deletion: ItemRequest) throws(KeychainError) -> Int {
        throw isMissing(.history)
    }

    package func forget(_ ids: Set<[UInt8]>?) throws(KeychainError) { throw isMissing(.history) }
}
