/// The device key of a folder, bound to a token: moved into it, looked at, and moved back.
///
/// The folder opens after a crash at any step: the plain key is removed only after the sealed one is
/// on disk and was opened again, and the other way around. No key is removed but one with the same
/// identifier as the one that takes its place.
package struct DeviceBinding {
    /// The place of the device key.
    package enum State: Equatable, Sendable {
        /// There is no device key yet.
        case none
        /// In a file that any program of the user can read.
        case plain
        /// In the token, and the plain file is gone.
        case bound
        /// In the token, and in the rest of the plain file.
        case unfinished
        /// In a file, while the token has another one, for other keychains.
        case several
    }

    let folder: KeychainFolder
    let configuration: Keychain.Configuration

    /// - Parameter configuration: The folder, and the token.
    package init(_ configuration: Keychain.Configuration) {
        self.configuration = configuration
        folder = KeychainFolder(configuration)
    }

    /// The files that can have a plain key: the folder's own, and that of a key from a recovery, which
    /// is named after its identifier.
    func plainPaths(of identifier: [UInt8]) -> [String] {
        [folder.deviceKeyPath, folder.deviceKeyPath(of: identifier)]
    }

    /// Whether a file has the plain key of an identifier, so that it opens without the token.
    func isPlain(_ identifier: [UInt8]) -> Bool {
        plainPaths(of: identifier).contains { path in
            ((try? folder.plainDeviceKey(path)) ?? nil)?.identifier == identifier
        }
    }

    /// Whether the device key that the token sealed is also in a file, so that the token is not needed.
    package var isInFile: Bool { sealed.map { isPlain($0.identifier) } ?? false }

    /// Whether an interrupted binding has left the plain key of the token, in a file that opens or
    /// in one that was about to be removed.
    private var hasRest: Bool {
        guard let sealed, !isInFile else { return isInFile }
        let names = plainPaths(of: sealed.identifier).flatMap(KeychainFolder.oldNames)
        return names.contains { folder.isRest($0, of: sealed.identifier) }
    }
    var copies: DeviceKeyCopies { DeviceKeyCopies(folder) }
    private var plain: DeviceKey? { (try? folder.plainDeviceKey()) ?? nil }
    var sealed: SealedDeviceKey? { (try? folder.sealedDeviceKey()) ?? nil }

    /// The place of the device key.
    package var state: State {
        let isPlain = PrivateFile.exists(folder.deviceKeyPath)
        guard PrivateFile.exists(folder.sealedKeyPath) else {
            return isPlain || folder.otherDeviceKey != nil ? .plain : .none
        }
        if isPlain { return plain?.identifier == sealed?.identifier ? .unfinished : .several }
        return hasRest ? .unfinished : .bound
    }

    /// The identifier of the device key; `nil` where none can be read.
    private var present: [UInt8]? {
        plain?.identifier ?? sealed?.identifier ?? folder.otherDeviceKey?.identifier
    }

    /// Whether a keychain was recovered while the folder's device key was not available, and has
    /// one of its own in a file.
    package var hasOtherKeys: Bool { folder.otherDeviceKey != nil }

    /// Whether there is a copy of the device key that a recovery key opens.
    package var hasRecoveryCopy: Bool { copies.has(present) }

    /// Whether a recovery key opens a copy of the device key, or a keychain of the folder.
    package var hasRecoveryKey: Bool {
        hasRecoveryCopy
            || folder.names.contains { name in
                let slots = try? Keychain.open(.named(name), configuration: configuration).access
                    .slots()
                return slots?.contains { $0.kind == .recovery } ?? false
            }
    }

    /// Whether a counter of the token distinguishes older files from the present ones.
    package var hasCounter: Bool { sealed?.counter != nil }

    /// The reason why the token does not open the device key that it sealed; `nil` if it does, or
    /// has none.
    ///
    /// It asks the token, also where the kernel keeps the key until the next lock.
    package var obstacle: KeychainError? {
        do throws(KeychainError) {
            _ = try folder.sealedDeviceKey().map { sealed throws(KeychainError) in
                try folder.unsealed(sealed)
            }
            return nil
        } catch {
            return error
        }
    }

    /// Makes a copy of the device key that a new recovery key opens; it replaces an older one of the
    /// same device key.
    ///
    /// - Returns: The recovery key, which is nowhere else.
    /// - Throws: ``KeychainError``, as for opening a keychain.
    package func makeRecoveryCopy() throws(KeychainError) -> RecoveryKey {
        let key = RecoveryKey(configuration.entropy)
        try setRecoveryCopy(openedBy: key)
        return key
    }

    /// Makes a copy of the device key that a recovery key opens; it replaces an older one of the same
    /// device key.
    ///
    /// - Parameters:
    ///   - key: The recovery key, after its user has typed it back.
    ///   - path: The keychain whose recovery key it is, with whose device key; `nil` for a recovery key
    ///     of the folder's device key alone.
    /// - Throws: ``KeychainError``, as for opening a keychain.
    package func setRecoveryCopy(
        openedBy key: RecoveryKey,
        for path: String? = nil
    ) throws(KeychainError) {
        let device = if let path { try deviceKey(of: path) } else { try deviceAtHand() }
        try copies.set(device, key, for: path, entropy: configuration.entropy)
    }

    /// Makes a copy of the device key for a recovery key that comes into force now.
    ///
    /// It is on the disk before, so that the earlier recovery key stays in force if that fails. The
    /// copy for the earlier one stays until ``removeRecoveryCopy(for:but:)``.
    ///
    /// - Parameters:
    ///   - key: The recovery key.
    ///   - path: The keychain whose recovery key it is, with whose device key.
    ///   - body: Puts the key into force, or throws an error: then there is no copy for it.
    /// - Returns: The file of the copy.
    /// - Throws: ``KeychainError``, as for opening a keychain, or any error of `body`.
    package func addRecoveryCopy(
        openedBy key: RecoveryKey,
        for path: String,
        before body: () throws -> Void
    ) throws -> String {
        let device = try deviceKey(of: path)
        let file = try copies.add(device, key, for: path, entropy: configuration.entropy)
        do { try body() } catch {
            try? PrivateFile.remove(file)
            throw error
        }
        return file
    }

    /// Removes the copies for recovery keys of a keychain that no longer open anything.
    ///
    /// - Parameters:
    ///   - path: The keychain.
    ///   - file: The copy for the present recovery key; `nil` if there is none.
    /// - Throws: ``KeychainError``, as for reading a keychain.
    package func removeRecoveryCopy(
        for path: String,
        but file: String? = nil
    ) throws(KeychainError) {
        try copies.remove(try Vault.deviceKeyID(of: path), for: path, but: file)
    }

    private func deviceKey(of path: String) throws(KeychainError) -> DeviceKey {
        try folder.device(try Vault.deviceKeyID(of: path)).key
    }

    /// Fails if the device key is not available.
    package func requireDeviceKey() throws(KeychainError) { _ = try deviceAtHand() }

    private func deviceAtHand() throws(KeychainError) -> DeviceKey {
        guard let device = try folder.deviceKey() ?? folder.otherDeviceKey else {
            throw folder.deviceKeyIsMissing
        }
        return device
    }
}
