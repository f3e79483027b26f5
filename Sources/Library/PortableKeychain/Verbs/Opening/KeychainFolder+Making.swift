/// Making device keys, which replaces none.
extension KeychainFolder {
    /// The device key of a new keychain, made where there is none and no keychain either.
    ///
    /// - Parameter entropy: The source of a new key.
    /// - Returns: The same as ``device()``.
    /// - Throws: ``KeychainError/Code/wrongDeviceKey`` when there are keychains, and their key was
    ///   lost: the user should know before more is stored.
    func makeDevice(entropy: KeychainEntropy) throws(KeychainError) -> DeviceKey.Found {
        // Before the search for the key: a process that makes the first keychain at the same time
        // makes the key before it.
        let isNew = names.isEmpty
        PrivateFile.clearLeftovers(of: deviceKeyPath)
        do throws(KeychainError) {
            if let device = try device() { return device }
        } catch {
            // Its file stays: what is left of it may be the last of that key.
            guard error.code == .corrupt, otherDeviceKey != nil else { throw error }
        }
        // After a recovery without the folder's own key.
        if let key = otherDeviceKey { return (key, nil) }
        guard isNew else { throw deviceKeyIsMissing }
        try PrivateFile.makeFolder(folder)
        let key = DeviceKey(entropy: entropy)
        if try PrivateFile.create(deviceKeyPath, key.file()) { return (key, nil) }
        guard let other = try device() else { throw KeychainError(.inputOutput) }
        return other
    }

    /// The device key of a keychain that its recovery key opens.
    ///
    /// - Parameters:
    ///   - identifier: The identifier that the keychain names.
    ///   - entropy: The source of a new key.
    /// - Returns: The folder's own key if it is available, and not only kept for a time, or the one
    ///   of the keychain, or a new one, which is in no file yet.
    /// - Throws: A failure of reading that the user can end, such as that of permissions.
    func deviceForRecovery(
        _ identifier: [UInt8],
        entropy: KeychainEntropy
    ) throws(KeychainError) -> (device: DeviceKey.Found, isNew: Bool) {
        do throws(KeychainError) {
            if try askingToken.device() != nil, let device = try device() { return (device, false) }
        } catch {
            // It may come back. Then it opens the other keychains, as nothing takes its place.
            guard [.notAvailable, .corrupt].contains(error.code) else { throw error }
        }
        if let device = try? askingToken.device(identifier) { return (device, false) }
        return ((DeviceKey(entropy: entropy), nil), true)
    }

    /// Writes a plain device key that is in no file, and reads it again.
    ///
    /// - Parameters:
    ///   - device: The key.
    ///   - isOwn: Whether it becomes the folder's own if there is no other one.
    /// - Returns: Its file.
    /// - Throws: A failure of the disk.
    @discardableResult
    func keep(_ device: DeviceKey, asOwn isOwn: Bool) throws(KeychainError) -> String {
        try PrivateFile.makeFolder(folder)
        let paths = (isOwn ? [deviceKeyPath] : []) + [deviceKeyPath(of: device.identifier)]
        for path in paths {
            PrivateFile.clearLeftovers(of: path)
            _ = try PrivateFile.create(path, device.file())
            let found = (try? plainDeviceKey(path)) ?? nil
            if found?.identifier == device.identifier { return path }
        }
        throw KeychainError(
            .inputOutput,
            reason: "The device key cannot be written to \(paths.last ?? folder). Check the disk."
        )
    }

    /// Whether there is nothing yet that a device key belongs to, besides one keychain.
    func isNew(besides path: String) throws(KeychainError) -> Bool {
        for name in names where PrivateFile.absolute(try self.path(.named(name))) != path {
            return false
        }
        return ![deviceKeyPath, sealedKeyPath].contains(where: PrivateFile.exists)
            && devicePaths(".key").isEmpty && devicePaths(".tpm").isEmpty
    }

    /// The keychains of the folder that cannot be read.
    var unreadable: Set<String> {
        Set(
            names.filter { name in
                (try? path(.named(name))).flatMap { try? Vault.deviceKeyID(of: $0) } == nil
            }
        )
    }

    /// Whether no keychain names a device key, as far as all of them can be read.
    ///
    /// - Parameters:
    ///   - identifier: The identifier of the device key.
    ///   - path: A keychain that can be outside of the folder.
    ///   - earlier: Keychains that could not be read before there was this device key.
    /// - Returns: `false` also where another keychain cannot be read.
    func isUnused(
        _ identifier: [UInt8],
        by path: String,
        butFor earlier: Set<String> = []
    ) -> Bool {
        let others = names.filter { !earlier.contains($0) }
        return ([path] + others.compactMap { try? self.path(.named($0)) }).allSatisfy { path in
            guard let named = try? Vault.deviceKeyID(of: path) else { return false }
            return named != identifier
        }
    }

    /// Names under which a file is kept that something else takes the place of, in order.
    static func oldNames(_ path: String) -> [String] {
        [path + ".old"] + (2...9).map { "\(path).old-\($0)" }
    }

    /// Gives the folder's own sealed key the name of its identifier, by which it still opens its
    /// keychains if its token comes back.
    ///
    /// - Throws: A failure of the disk. Then it has its old name.
    func setSealedKeyAside() throws(KeychainError) {
        guard PrivateFile.exists(sealedKeyPath) else { return }
        let sealed = (try? sealedDeviceKey()) ?? nil
        let names =
            sealed.map { sealed in
                ["", "-2", "-3", "-4", "-5", "-6", "-7", "-8", "-9"].map { number in
                    "\(folder)/device-\(sealed.identifier.hexadecimal)\(number).tpm"
                }
            } ?? Self.oldNames(sealedKeyPath)
        guard let name = try PrivateFile.move(sealedKeyPath, toOneOf: names) else {
            throw KeychainError(
                .notAvailable,
                reason: "There are many old keys in \(folder). Move device-*.tpm away."
            )
        }
        guard sealed?.counter != nil else { return }
        // Without the list, its keychains have to be accepted once.
        let lists = (Self.countPath(beside: sealedKeyPath), Self.countPath(beside: name))
        _ = try? PrivateFile.move(lists.0, toOneOf: [lists.1])
    }
}
