/// The copies of device keys in a folder that recovery keys open (vault-format.md §6.2).
///
/// Each recovery key has a copy of its own. A copy is replaced only by one of the same device key,
/// so that no copy is lost for which a recovery key may still exist.
struct DeviceKeyCopies {
    private let folder: KeychainFolder

    init(_ folder: KeychainFolder) { self.folder = folder }

    private static let ending = ".recovery"

    /// The copy that belongs to no keychain.
    private var ownPath: String { folder.folder + "/device" + Self.ending }

    private var paths: [String] {
        (PrivateFile.exists(ownPath) ? [ownPath] : []) + folder.devicePaths(Self.ending)
    }

    private func copy(_ path: String) throws(KeychainError) -> DeviceKeyCopy? {
        try PrivateFile.read(path, atMost: DeviceKeyCopy.length).map { file throws(KeychainError) in
            try DeviceKeyCopy(file: file)
        }
    }

    private func identifier(_ path: String) -> [UInt8]? { ((try? copy(path)) ?? nil)?.identifier }

    /// Whether there is a copy of a device key; of any, for `nil`.
    func has(_ identifier: [UInt8]?) -> Bool {
        paths.contains { path in
            let found = self.identifier(path)
            return identifier == nil ? found != nil : found == identifier
        }
    }

    /// The device key of the copy that a recovery key opens.
    ///
    /// - Parameters:
    ///   - key: The recovery key.
    ///   - wanted: The identifier of the device key to look for first: one recovery key can open
    ///     copies of several. `nil` for any.
    /// - Returns: The wanted device key if its copy opens, or else the first one.
    /// - Throws: ``KeychainError/Code/authenticationFailed`` for another recovery key,
    ///   ``KeychainError/Code/itemNotFound`` where there is no copy, and failures of reading.
    func opened(by key: RecoveryKey, of wanted: [UInt8]?) throws(KeychainError) -> DeviceKey {
        var refusal: KeychainError?
        var failure: KeychainError?
        var first: DeviceKey?
        for path in paths {
            do throws(KeychainError) {
                guard let device = try copy(path)?.opened(by: key) else { continue }
                if wanted == nil || device.identifier == wanted { return device }
                first = first ?? device
            } catch {
                if error.code == .authenticationFailed { refusal = error } else { failure = error }
            }
        }
        if let first { return first }
        throw refusal ?? failure
            ?? KeychainError(
                .itemNotFound,
                reason: """
                    There is no copy of the device key for a recovery key in \(folder.folder). Make \
                    one with 'keychainctl recovery create' while the keychain opens.
                    """
            )
    }

    /// Writes a copy of a device key that a recovery key opens from now on, and not the earlier one.
    ///
    /// - Parameters:
    ///   - device: The device key.
    ///   - key: The recovery key.
    ///   - keychain: The path of the keychain whose recovery key it is; `nil` for that of the device
    ///     key alone.
    ///   - entropy: Randomness.
    /// - Throws: A failure of the disk.
    func set(
        _ device: DeviceKey,
        _ key: RecoveryKey,
        for keychain: String?,
        entropy: KeychainEntropy
    ) throws(KeychainError) {
        let file = try DeviceKeyCopy(device, key, entropy: entropy).file
        let names = paths(of: device, for: keychain)
        // The earlier one of the same key, or a free name.
        let path =
            names.first { identifier($0) == device.identifier }
            ?? names.first { !PrivateFile.exists($0) }
        if let path {
            try PrivateFile.replace(path, file)
            // Those for keys that were in force before, after a call that was interrupted.
            if let keychain { try remove(device.identifier, for: keychain, but: path) }
            return
        }
        let damaged = names[names.count - 1]
        guard try PrivateFile.move(damaged, toOneOf: KeychainFolder.oldNames(damaged)) != nil else {
            throw KeychainError(
                .notAvailable,
                reason: "\(damaged) is damaged. Move it away, and run the command again."
            )
        }
        try PrivateFile.replace(damaged, file)
    }

    /// Writes a copy for a recovery key of a keychain that is not in force yet, beside that for the
    /// present one.
    ///
    /// - Parameters:
    ///   - device: The device key.
    ///   - key: The recovery key.
    ///   - keychain: The path of the keychain.
    ///   - entropy: Randomness.
    /// - Returns: Its file.
    /// - Throws: A failure of the disk.
    func add(
        _ device: DeviceKey,
        _ key: RecoveryKey,
        for keychain: String,
        entropy: KeychainEntropy
    ) throws(KeychainError) -> String {
        let file = try DeviceKeyCopy(device, key, entropy: entropy).file
        for path in paths(of: device, for: keychain) where !PrivateFile.exists(path) {
            guard try PrivateFile.create(path, file) else { continue }
            return path
        }
        throw KeychainError(
            .notAvailable,
            reason: """
                There are many copies of the device key in \(folder.folder). Move those away that are \
                damaged, and run the command again.
                """
        )
    }

    /// Removes the copies for recovery keys of a keychain; nothing happens if there are none.
    ///
    /// - Parameters:
    ///   - device: The identifier of the device key.
    ///   - keychain: The path of the keychain.
    ///   - file: The copy that stays; `nil` for none.
    /// - Throws: A failure of the disk.
    func remove(
        _ device: [UInt8],
        for keychain: String,
        but file: String? = nil
    ) throws(KeychainError) {
        for path in marks(of: keychain).flatMap({ paths(of: device, marked: $0) })
        where file?.hasSameBytes(as: path) != true && identifier(path) == device {
            try PrivateFile.remove(path)
        }
    }

    private func paths(of device: DeviceKey, for keychain: String?) -> [String] {
        guard let keychain else {
            return [ownPath, beginning(of: device.identifier) + Self.ending]
        }
        return marks(of: keychain).prefix(1).flatMap { paths(of: device.identifier, marked: $0) }
    }

    private func paths(of device: [UInt8], marked mark: String) -> [String] {
        ([""] + (2...9).map { "-\($0)" }).map { number in
            "\(beginning(of: device))-\(mark)\(number)\(Self.ending)"
        }
    }

    private func beginning(of device: [UInt8]) -> String {
        "\(folder.folder)/device-\(device.hexadecimal)"
    }

    /// The marks of a keychain in the names of copies, that of new ones first.
    ///
    /// In this folder it is that of the name, so that the folder can be moved. Earlier versions used the
    /// path there, too.
    private func marks(of keychain: String) -> [String] {
        let path = PrivateFile.resolved(keychain)
        let (own, name) = PrivateFile.split(path)
        let isHere = own.hasSameBytes(as: PrivateFile.resolved(folder.folder))
        return (isHere ? [name, path] : [path]).map { DeviceKeyCopy.mark(of: $0) }
    }
}
