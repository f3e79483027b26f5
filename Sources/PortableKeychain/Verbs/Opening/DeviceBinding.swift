/// The device key of a folder, bound to a token: moved into it, looked at, and moved back.
///
/// The folder opens after a crash at any step: the plain key is removed only after the sealed one is
/// on disk, and the other way around.
package struct DeviceBinding {
    /// Where the device key is.
    package enum State: Equatable, Sendable {
        /// There is no device key yet.
        case none
        /// In a file that any program of the user can read.
        case plain
        /// In the token, and the plain file is gone.
        case bound
        /// In the token, and in what is left of the plain file.
        case unfinished
    }

    private let folder: KeychainFolder
    private let configuration: Keychain.Configuration

    /// - Parameter configuration: The folder, and the token.
    package init(_ configuration: Keychain.Configuration) {
        self.configuration = configuration
        folder = KeychainFolder(configuration)
    }

    /// Where the device key is.
    package var state: State {
        let isPlain = PrivateFile.exists(folder.deviceKeyPath)
        guard PrivateFile.exists(folder.sealedKeyPath) else { return isPlain ? .plain : .none }
        return isPlain || PrivateFile.exists(folder.discardedKeyPath) ? .unfinished : .bound
    }

    /// Whether there is a copy of the device key that a recovery key opens.
    package var hasRecoveryCopy: Bool { PrivateFile.exists(folder.deviceKeyCopyPath) }

    /// Whether a counter of the token tells older files from the present ones.
    package var hasCounter: Bool { (try? folder.sealedDeviceKey())??.counter != nil }

    /// Makes a copy of the device key that a new recovery key opens; it replaces an older one.
    ///
    /// - Returns: The recovery key, which is nowhere else.
    /// - Throws: ``KeychainError``, as for opening a keychain.
    package func makeRecoveryCopy() throws(KeychainError) -> RecoveryKey {
        guard let device = try folder.deviceKey() else { throw folder.deviceKeyIsMissing }
        let entropy = configuration.entropy
        let key = RecoveryKey(bytes: SecretBytes(count: RecoveryKey.length) { entropy.fill($0) })
        let copy = try DeviceKeyCopy(device, key, entropy: entropy)
        try PrivateFile.replace(folder.deviceKeyCopyPath, copy.file)
        return key
    }

    /// Moves the device key into the token.
    ///
    /// - Parameters:
    ///   - typed: The recovery key of the copy, as the user typed it from paper.
    ///   - registers: The registers (PCRs) that the token requires.
    /// - Throws: ``KeychainError/Code/authenticationFailed`` for another recovery key,
    ///   ``KeychainError/Code/itemNotFound`` without a copy, ``KeychainError/Code/notAvailable``
    ///   without a token, and what the token throws. Then the plain key is still there.
    package func bind(
        confirmedBy typed: RecoveryKey,
        registers: [UInt8] = []
    ) throws(KeychainError) {
        let copied = try openCopy(typed)
        guard let token = configuration.token else { throw KeychainFolder.tokenIsMissing }
        guard let device = try folder.plainDeviceKey() else {
            throw state == .none
                ? folder.deviceKeyIsMissing
                : KeychainError(.invalidParameter, reason: "The device key is in the TPM already.")
        }
        guard copied.identifier == device.identifier else {
            throw KeychainError(
                .authenticationFailed,
                reason: "The recovery copy is of another device key. Make a new one."
            )
        }
        let counter = try Self.counter(for: device, in: token)
        let policy = SecurityTokenPolicy(registers: registers)
        let sealed = try SealedDeviceKey(device, by: token, policy, counter: counter)
        // From now on a crash leaves a list that the next binding replaces.
        try counter.map { counter throws(KeychainError) in
            try RollbackCounter(counter, device, in: token, list: folder.countPath, kept: nil)
                .start()
        }
        try PrivateFile.replace(folder.sealedKeyPath, sealed.file)
        try finish()
        guard counter != nil else { return }
        // Each is in the list from its first opening on.
        for name in folder.names {
            _ = try? Keychain.open(.named(name), configuration: configuration)
        }
    }

    /// The counter of a device key; `nil` where the token makes none.
    private static func counter(
        for device: DeviceKey,
        in token: any SecurityToken
    ) throws(KeychainError) -> [UInt8]? {
        do throws(KeychainError) {
            return try token.makeCounter(authorization: RollbackCounter.authorization(device))
        } catch {
            guard error.code == .notAvailable else { throw error }
            return nil
        }
    }

    /// Removes the plain key of a folder whose device key is in the token: the last step of binding,
    /// or what is left of one that was interrupted.
    ///
    /// - Throws: ``KeychainError/Code/wrongDeviceKey`` when the plain key is another one, which was
    ///   made after the token was lost; a failure of the disk.
    package func finish() throws(KeychainError) {
        guard let sealed = try folder.sealedDeviceKey() else { return }
        if let plain = try folder.plainDeviceKey(), plain.identifier != sealed.identifier {
            throw KeychainError(
                .wrongDeviceKey,
                reason: """
                    \(folder.sealedKeyPath) is of an older device key. Move it away to seal the \
                    present one.
                    """
            )
        }
        try PrivateFile.discard(folder.deviceKeyPath, as: folder.discardedKeyPath)
    }

    /// Writes the plain device key again, and removes the sealed one.
    ///
    /// - Parameter recovery: The recovery key, where the token does not give the key back; `nil` to
    ///   ask the token.
    /// - Throws: ``KeychainError/Code/authenticationFailed`` for another recovery key,
    ///   ``KeychainError/Code/wrongDeviceKey`` when the folder has the plain key of others, and what
    ///   the token throws.
    package func unbind(recovery: RecoveryKey? = nil) throws(KeychainError) {
        let found: DeviceKey?
        if let recovery { found = try openCopy(recovery) } else { found = try folder.deviceKey() }
        guard let device = found else { throw folder.deviceKeyIsMissing }
        if !(try PrivateFile.create(folder.deviceKeyPath, device.file())),
            try folder.plainDeviceKey()?.identifier != device.identifier
        {
            throw KeychainError(
                .wrongDeviceKey,
                reason: "\(folder.deviceKeyPath) is the key of other keychains. Move it away first."
            )
        }
        let counter = (try? folder.sealedDeviceKey())??.counter
        try PrivateFile.remove(folder.sealedKeyPath)
        try PrivateFile.discard(folder.discardedKeyPath, as: folder.discardedKeyPath)
        // The plain key opens without it. What is left after a crash, the next binding uses again.
        if let counter { try? configuration.token?.removeCounter(counter) }
        try PrivateFile.remove(folder.countPath)
        try PrivateFile.remove(folder.countPath + ".lock")
        try? configuration.retention.drop(DeviceKey.retainedName(device.identifier))
    }

    private func openCopy(_ recovery: RecoveryKey) throws(KeychainError) -> DeviceKey {
        let path = folder.deviceKeyCopyPath
        guard let file = try PrivateFile.read(path, atMost: DeviceKeyCopy.length) else {
            throw KeychainError(
                .itemNotFound,
                reason:
                    "There is no recovery copy \(path). Make one with 'keychainctl tpm recovery'."
            )
        }
        return try DeviceKeyCopy(file: file).opened(by: recovery)
    }
}
