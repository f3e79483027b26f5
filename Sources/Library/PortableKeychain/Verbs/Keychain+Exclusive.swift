extension Keychain {
    /// Whether the keychain is used through the agent alone.
    ///
    /// Only the agent is given its passcode then, and keys of it are in no other process and not in
    /// the kernel. Programs that open the file read the items that need no unlocked keychain.
    ///
    /// - Throws: ``KeychainError/Code/unimplemented`` for a keychain that is not in a file of this
    ///   process, or a failure of the disk.
    package var isExclusive: Bool {
        get throws(KeychainError) { try exclusive.isExclusive }
    }

    /// Marks the keychain as used through the agent alone, or removes the mark.
    ///
    /// With the mark, the keychain is locked, and the kernel drops all its keys.
    ///
    /// - Parameter isOn: Whether it is marked.
    /// - Throws: ``KeychainError/Code/noPasscode`` without a passcode, which would keep the keys
    ///   from no program, any error of storing an item, or the errors of ``lock()``.
    package func setExclusive(_ isOn: Bool) throws(KeychainError) {
        let marked = try exclusive
        guard try marked.isExclusive != isOn else { return }
        let marks = try withAccessGroups([AccessGroups.exclusive])
        guard isOn else {
            _ = try marks.perform(ItemRequest(.delete, itemClass: .genericPassword))
            return
        }
        guard try hasPasscode else { throw KeychainError(.noPasscode) }
        _ = try marks.perform(
            ItemRequest(
                .add,
                itemClass: .genericPassword,
                attributes: [
                    .service: .string("exclusive"),
                    .label: .string("This keychain is used through the agent"),
                    .accessible: .string(Accessibility.alwaysThisDeviceOnly.rawValue),
                ],
                secret: SecretBytes([1])
            )
        )
        try lock()
        try marked.dropSharedKeys()
    }

    private var exclusive: any ExclusiveKeeper {
        get throws(KeychainError) {
            guard let exclusive = keeper.parts.exclusive else {
                throw ManagedFeature.locking.isMissing
            }
            return exclusive
        }
    }
}
