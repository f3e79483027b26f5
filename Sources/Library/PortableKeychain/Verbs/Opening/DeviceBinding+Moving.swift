/// Moving the device key into the token and back.
extension DeviceBinding {
    /// Moves the device key into the token.
    ///
    /// - Parameters:
    ///   - typed: The recovery key of a copy of the device key, or of a keychain of the folder, as the
    ///     user typed it from paper.
    ///   - registers: The registers (PCRs) that the token requires.
    ///   - isLost: Whether the user has said that the token which sealed another device key is
    ///     lost. Then the file of that key gets another name.
    /// - Throws: ``KeychainError/Code/authenticationFailed`` for another recovery key,
    ///   ``KeychainError/Code/itemNotFound`` where there is none,
    ///   ``KeychainError/Code/wrongDeviceKey`` if the token sealed another device key,
    ///   ``KeychainError/Code/notAvailable`` without a token, and any error of the token. Then the
    ///   plain key is still there.
    package func bind(
        confirmedBy typed: RecoveryKey,
        registers: [UInt8] = [],
        replacingLost isLost: Bool = false
    ) throws(KeychainError) {
        let own = try folder.plainDeviceKey()
        let isSealed = PrivateFile.exists(folder.sealedKeyPath)
        guard let device = own ?? (isSealed && !isLost ? nil : folder.otherDeviceKey) else {
            guard isSealed else { throw folder.deviceKeyIsMissing }
            guard let obstacle else { throw Self.isBound }
            throw folder.otherDeviceKey == nil ? obstacle : sealedAnother
        }
        let keychain = try confirm(typed, device)
        guard let token = configuration.token else { throw KeychainFolder.tokenIsMissing }
        let isSame = sealed?.identifier == device.identifier
        guard !isSealed || isSame || isLost else { throw sealedAnother }
        let counter = try Self.counter(for: device, in: token)
        let policy = SecurityTokenPolicy(registers: registers)
        let new = try SealedDeviceKey(device, by: token, policy, counter: counter)
        // A copy of its own, so that it goes when that recovery key goes, and takes no other's place.
        try keychain.map { keychain throws(KeychainError) in
            try copies.set(device, typed, for: keychain, entropy: configuration.entropy)
        }
        if isSealed, !isSame { try folder.setSealedKeyAside() }
        // From now on a crash leaves a list that the next binding replaces.
        let list = KeychainFolder.countPath(beside: folder.sealedKeyPath)
        try counter.map { counter throws(KeychainError) in
            try RollbackCounter(counter, device, in: token, list: list, kept: nil).start()
        }
        try PrivateFile.replace(folder.sealedKeyPath, new.file)
        try discard(device)
        guard counter != nil else { return }
        // Each is in the list from its first opening on.
        for name in folder.names {
            _ = try? Keychain.open(.named(name), configuration: configuration)
        }
    }

    /// Fails unless a recovery key brings the device key back.
    ///
    /// - Returns: `nil` if there is a copy of the device key that it opens. Otherwise the path of the
    ///   keychain with that device key whose recovery key it is.
    private func confirm(
        _ typed: RecoveryKey,
        _ device: DeviceKey
    ) throws(KeychainError) -> String? {
        let refusal: KeychainError
        do throws(KeychainError) {
            let copied = try copies.opened(by: typed, of: device.identifier)
            if copied.identifier == device.identifier { return nil }
            refusal = KeychainError(
                .authenticationFailed,
                reason: """
                    The recovery key is of another device key. Make a new one with 'keychainctl \
                    recovery create'.
                    """
            )
        } catch {
            refusal = error
        }
        let paths = folder.names.compactMap { try? folder.path(.named($0)) }
        let owner = paths.first { path in
            (try? Vault.deviceKeyID(of: path)) == device.identifier
                && (try? Vault.checkRecovery(path, with: typed, entropy: configuration.entropy))
                    != nil
        }
        guard let owner else { throw refusal }
        return owner
    }

    private static var isBound: KeychainError {
        KeychainError(.invalidParameter, reason: "The device key is in the TPM already.")
    }

    private var sealedAnother: KeychainError {
        KeychainError(
            .wrongDeviceKey,
            reason: """
                \(folder.sealedKeyPath) is of another device key than the one to be bound. Run \
                'keychainctl tpm bind --lost-chip' if its TPM is lost: that keeps the file under another \
                name.
                """
        )
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

    /// Removes the plain key of a folder whose device key is in the token: the last step of
    /// binding, or the rest of one that was interrupted.
    ///
    /// - Throws: ``KeychainError/Code/wrongDeviceKey`` when the plain key is another one; any error
    ///   of the token, which has to open the sealed key first; a failure of the disk.
    package func finish() throws(KeychainError) {
        guard let sealed = try folder.sealedDeviceKey() else { return }
        if let plain = try folder.plainDeviceKey(), plain.identifier != sealed.identifier {
            throw sealedAnother
        }
        try discard(try folder.unsealed(sealed))
    }

    /// Removes the plain files of a key that the token opens, and no file of another key.
    private func discard(_ device: DeviceKey) throws(KeychainError) {
        try discardRests(of: device)
        for path in plainPaths(of: device.identifier) {
            guard try folder.plainDeviceKey(path)?.identifier == device.identifier else { continue }
            // It loses its name first, so that no process reads one that is overwritten in part.
            guard let name = try PrivateFile.move(path, toOneOf: KeychainFolder.oldNames(path))
            else {
                throw KeychainError(
                    .notAvailable,
                    reason: """
                        There are many old device keys beside \(path). Move them away, and run the \
                        command again.
                        """
                )
            }
            try PrivateFile.discard(name)
        }
    }

    /// Removes what interrupted calls left of the plain files of a key.
    private func discardRests(of device: DeviceKey) throws(KeychainError) {
        for path in plainPaths(of: device.identifier).flatMap(KeychainFolder.oldNames)
        where folder.isRest(path, of: device.identifier) { try PrivateFile.discard(path) }
    }

    /// Writes the plain device key again, and removes the sealed one.
    ///
    /// Where another plain key has the place of the folder's own, the key gets a file that is named
    /// after its identifier. The sealed key is removed only if what was written is the same key.
    ///
    /// - Parameters:
    ///   - recovery: The recovery key, where the token does not give the key back; `nil` to ask the
    ///     token.
    ///   - wanted: The identifier of the device key, where the recovery key can open several; `nil` for
    ///     the one that the token sealed.
    /// - Throws: ``KeychainError/Code/authenticationFailed`` for another recovery key,
    ///   ``KeychainError/Code/invalidParameter`` if the key is in its file already and in no token,
    ///   and any error of the token. Then nothing is changed.
    package func unbind(
        recovery: RecoveryKey? = nil,
        of wanted: [UInt8]? = nil
    ) throws(KeychainError) {
        let device: DeviceKey
        if let recovery {
            device = try copies.opened(by: recovery, of: wanted ?? sealed?.identifier)
        } else {
            guard let sealed = try folder.sealedDeviceKey() else { throw Self.isUnbound }
            device = try folder.device(sealed.identifier).key
        }
        let sealed = self.sealed
        let isSealed = PrivateFile.exists(folder.sealedKeyPath)
        let isPlain = isPlain(device.identifier)
        let isOther = sealed.map { $0.identifier != device.identifier } ?? false
        guard !isPlain || (isSealed && !isOther) else { throw Self.isUnbound }
        if !isPlain { try folder.keep(device, asOwn: !isOther) }
        guard let sealed else { return try folder.setSealedKeyAside() }
        if isOther { return }
        try PrivateFile.remove(folder.sealedKeyPath)
        try discardRests(of: device)
        // The plain key opens without it. The next binding uses the remains of a crash again.
        if let counter = sealed.counter { try? configuration.token?.removeCounter(counter) }
        let list = KeychainFolder.countPath(beside: folder.sealedKeyPath)
        try PrivateFile.remove(list)
        try PrivateFile.remove(list + ".lock")
        try? configuration.retention.drop(DeviceKey.retainedName(device.identifier))
    }

    private static var isUnbound: KeychainError {
        KeychainError(
            .invalidParameter,
            reason:
                "The device key is in its file, so that there is nothing to move back."
        )
    }

    /// Keeps the key of a lost token under another name, so that the folder has none of its own.
    ///
    /// It still opens its keychains if the token comes back.
    ///
    /// - Throws: ``KeychainError/Code/invalidParameter`` if no token has the device key, or a failure
    ///   of the disk.
    package func setLostKeyAside() throws(KeychainError) {
        guard PrivateFile.exists(folder.sealedKeyPath) else { throw Self.isUnbound }
        try folder.setSealedKeyAside()
    }
}
