package import PortableKeychain

/// Turns the state of items into records that tell the engine nothing, and back.
package protocol RecordSealing: Sendable {
    /// The name of an item on the log, the same on all devices.
    func id(of key: SyncKey) -> ItemID

    /// Seals the state of an item; `whenUnlocked` says that only unlocked devices may open it.
    func seal(
        _ body: SecretBytes,
        of id: ItemID,
        whenUnlocked: Bool
    ) throws(KeychainError) -> [UInt8]

    /// Whether a record is sealed so that all present members can open it, and no others.
    func isCurrent(_ record: [UInt8]) -> Bool

    /// Whether a record can be opened only on an unlocked device.
    func needsUnlock(_ record: [UInt8]) -> Bool

    /// Opens a record.
    ///
    /// - Throws: ``KeychainError/Code/undecodable`` for a record that no member sealed.
    func open(_ record: [UInt8], of id: ItemID) throws(KeychainError) -> SecretBytes

    /// Bytes that order two values in the same way on all devices, and nowhere else.
    func tie(_ value: SecretBytes) -> [UInt8]
}
