extension KeychainAccess {
    /// Replaces all keys of the keychain, and seals every item again.
    ///
    /// A person with an old copy of the file, and with the passcode of that time, can read the
    /// content of that copy. After a rotation the same keys open nothing that is stored from then
    /// on. Choose a new passcode at the same time if another person may know the present one.
    ///
    /// It is one transaction: all items or none, also if the process ends. Meanwhile other programs
    /// can read, but wait to write. It takes as long as storing all items, and memory and disk space
    /// for as many bytes as the file has. The keychain stays locked or unlocked as it is, and
    /// persistent references stay valid. An item with a password of its own keeps that password.
    ///
    /// - Parameters:
    ///   - proofs: The secrets that open the keychain now: the passcode, and those of all other
    ///     slots that are to stay. A slot without its secret here is removed. If only the device
    ///     key opens the keychain, none is needed.
    ///   - newPasscode: The passcode from now on, 1 to 4,096 bytes; `nil` to keep the present one.
    ///   - progress: Called now and then with the number of items sealed again.
    /// - Returns: The report of the rotation, with the slots that were removed.
    /// - Throws: ``KeychainError/Code/authenticationFailed`` for a wrong secret,
    ///   ``KeychainError/Code/authenticationRequired`` when the passcode is missing or nothing proves
    ///   the user's presence, ``KeychainError/Code/noPasscode`` when a passcode is given and there is
    ///   none, ``KeychainError/Code/corrupt`` when items were changed or removed by another program,
    ///   or a failure of the disk. Then nothing is changed.
    @discardableResult
    public func rotate(
        _ proofs: [AccessProof] = [.device],
        newPasscode: SecretBytes? = nil,
        progress: ((Int) -> Void)? = nil
    ) throws(KeychainError) -> RotationReport {
        try Keychain.during(.rotate) { () throws(KeychainError) in
            try keychain.managed(.rotation).rotate(
                proofs,
                newPasscode: newPasscode,
                progress: progress
            )
        }
    }
}
