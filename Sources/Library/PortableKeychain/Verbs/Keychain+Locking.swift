extension Keychain {
    /// Whether items can be read now, as far as all of the user's processes are concerned.
    public var lockState: LockState {
        get throws(KeychainError) { try managed(.locking).lockState }
    }

    /// Whether the keychain has a passcode; without one it is always unlocked on its device.
    public var hasPasscode: Bool {
        get throws(KeychainError) { try managed(.locking).hasPasscode }
    }

    /// Closes the keychain for all of the user's processes, until the passcode is given again.
    ///
    /// When it returns, the keys are gone from the kernel, and processes with keys of their own drop
    /// them at their next request.
    ///
    /// - Throws: ``KeychainError/Code/noPasscode`` when there is none to lock it with,
    ///   ``KeychainError/Code/notAvailable`` when the kernel may still keep its keys for other
    ///   processes, or a failure of the disk if only the file could inform them.
    public func lock() throws(KeychainError) {
        try Self.during(.lock) { () throws(KeychainError) in try managed(.locking).lock() }
    }

    /// Opens the keychain for all of the user's processes.
    ///
    /// Takes as long as the passcode's hash: a third of a second.
    ///
    /// - Parameters:
    ///   - passcode: The passcode.
    ///   - duration: The time after which the keychain locks by itself, in whole seconds from 1 to
    ///     4,294,967,295; a fraction is dropped. `nil` for the time of
    ///     ``Configuration/unlockTime``, 12 hours by default.
    /// - Throws: ``KeychainError/Code/authenticationFailed`` for a wrong passcode,
    ///   ``KeychainError/Code/noPasscode`` when the keychain has none.
    public func unlock(
        passcode: SecretBytes,
        for duration: Duration? = nil
    ) throws(KeychainError) {
        try Self.during(.unlock) { () throws(KeychainError) in
            try managed(.locking).unlock(passcode: passcode, for: duration)
        }
    }

    /// Sets when an unlocked keychain locks by itself, counted from now; a locked one stays locked.
    ///
    /// - Parameter duration: The time after which it locks, as for ``unlock(passcode:for:)``.
    /// - Throws: ``KeychainError/Code/noPasscode`` when the keychain has no passcode to lock it with.
    package func lock(after duration: Duration?) throws(KeychainError) {
        try Self.during(.lock) { () throws(KeychainError) in
            try managed(.locking).lock(after: duration)
        }
    }

    /// Sets the first passcode.
    ///
    /// Items stay as they are; the keychain stays unlocked, for the time of
    /// ``Configuration/unlockTime``.
    ///
    /// - Parameter passcode: The passcode, 1 to 4,096 bytes.
    /// - Throws: ``KeychainError/Code/authenticationFailed`` when the keychain has one already.
    public func setPasscode(_ passcode: SecretBytes) throws(KeychainError) {
        try replacePasscode(nil, passcode)
    }

    /// Changes the passcode.
    ///
    /// The keychain stays locked or unlocked as it is, and locks by itself when it was to.
    ///
    /// - Parameters:
    ///   - old: The present passcode.
    ///   - new: The new passcode, 1 to 4,096 bytes.
    /// - Throws: ``KeychainError/Code/authenticationFailed`` when the present one is wrong.
    public func changePasscode(
        from old: SecretBytes,
        to new: SecretBytes
    ) throws(KeychainError) {
        try replacePasscode(old, new)
    }

    /// Removes the passcode, and destroys the items that were to be readable only with one
    /// (``Accessibility/whenPasscodeSetThisDeviceOnly``).
    ///
    /// - Parameter passcode: The present passcode.
    /// - Throws: ``KeychainError/Code/authenticationFailed`` when it is wrong.
    public func removePasscode(_ passcode: SecretBytes) throws(KeychainError) {
        try replacePasscode(passcode, nil)
    }

    /// Checks the whole keychain for damage and tampering.
    ///
    /// It reads everything and changes no item. If it finds nothing wrong, it also empties the log of the
    /// file, so that deleted secrets are in neither; on a full disk, or one that can only be read, it leaves
    /// the log as it is.
    ///
    /// - Parameter progress: Called now and then with the number of items checked.
    /// - Returns: The report of the check.
    /// - Throws: ``KeychainError`` when the check itself cannot be done.
    public func verify(
        progress: ((Int) -> Void)? = nil
    ) throws(KeychainError) -> VerificationReport {
        try Self.during(.verify) { () throws(KeychainError) in
            try managed(.verification).verify(progress: progress)
        }
    }

    private func replacePasscode(_ old: SecretBytes?, _ new: SecretBytes?) throws(KeychainError) {
        try Self.during(.passcode) { () throws(KeychainError) in
            try managed(.locking).replacePasscode(old, with: new)
        }
    }
}
