/// The folder with a user's keychains, the choice of the default one, and the device key.
struct KeychainFolder {
    private let folder: String
    /// What unseals the device key, if a token sealed it.
    private var token: (any SecurityToken)?
    /// What keeps it for the user's other processes then, and for how many seconds.
    private var retention: (any KeyRetention, seconds: UInt32)?

    init(_ folder: String) { self.folder = folder }

    /// The folder of a configuration, whose device key is needed.
    init(_ configuration: Keychain.Configuration) {
        folder = configuration.folder
        token = configuration.token
        retention = (configuration.retention, configuration.world.unlockTime)
    }

    static let standardName = "default"
    private static let suffix = ".keychain"
    private static let pathLength = 4096

    var deviceKeyPath: String { folder + "/device.key" }
    /// The folder of what is remembered against roll-back.
    var memoryPath: String { folder + "/memory" }
    /// The device key that a token sealed, instead of the plain one.
    var sealedKeyPath: String { folder + "/device.tpm" }
    /// What the counter of the token stands for.
    var countPath: String { folder + "/device.count" }
    /// The copy of the device key that a recovery key opens.
    var deviceKeyCopyPath: String { folder + "/device.recovery" }
    /// The plain device key while it is removed.
    var discardedKeyPath: String { folder + "/device.key.old" }
    private var choicePath: String { folder + "/default-keychain" }

    /// The file of a keychain.
    func path(_ place: Keychain.Place) throws(KeychainError) -> String {
        switch place {
        case .standard:
            if let chosen = try chosenPath() { return chosen }
            return try path(.named(Self.standardName))
        case .named(let name):
            guard !name.isEmpty, !name.contains("/"), !name.contains("\0"), !name.hasPrefix("."),
                name.utf8.count <= 200
            else {
                throw KeychainError(
                    .invalidParameter,
                    reason: "A keychain's name has 1 to 200 bytes, no '/' and no '.' in front."
                )
            }
            return folder + "/" + name + Self.suffix
        case .file(let path):
            guard !path.isEmpty, !path.contains("\0"), path.utf8.count < Self.pathLength else {
                throw KeychainError(.invalidParameter, reason: "This is not the path of a file.")
            }
            return path
        }
    }

    var names: [String] {
        PrivateFile.names(in: folder).filter { $0.hasSuffix(Self.suffix) && !$0.hasPrefix(".") }
            .map { String($0.dropLast(Self.suffix.count)) }.sorted()
    }

    /// Whether a place stands for a keychain that its user chose as the default one.
    func isChosen(_ place: Keychain.Place) throws(KeychainError) -> Bool {
        guard place == .standard, let chosen = try chosenPath() else { return false }
        return chosen != PrivateFile.absolute(try path(.named(Self.standardName)))
    }

    func setStandard(_ place: Keychain.Place) throws(KeychainError) {
        let absolute = PrivateFile.absolute(try path(place))
        try PrivateFile.makeFolder(folder)
        try PrivateFile.replace(
            choicePath,
            SecretBytes(count: absolute.utf8.count) { $0.copyBytes(from: absolute.utf8) }
        )
    }

    private func chosenPath() throws(KeychainError) -> String? {
        guard let content = try PrivateFile.read(choicePath, atMost: Self.pathLength) else {
            return nil
        }
        let path = content.withUnsafeBytes { String(validating: $0, as: UTF8.self) }
        guard let path, path.hasPrefix("/"), !path.contains("\0") else {
            throw KeychainError(
                .corrupt,
                reason: "The choice of the default keychain in \(choicePath) is damaged. "
                    + "Choose it again."
            )
        }
        return path
    }

    /// The device key, or `nil` where there is none.
    func deviceKey() throws(KeychainError) -> DeviceKey? { try device()?.key }

    /// The device key, and the counter of the token that sealed it; `nil` where there is no key.
    func device() throws(KeychainError) -> (key: DeviceKey, counter: RollbackCounter?)? {
        // While it is moved there are both, and either opens the keychains.
        if let key = try plainDeviceKey() { return (key, nil) }
        guard let sealed = try sealedDeviceKey() else {
            // Another process may have written the plain key before it removed the other one.
            return try plainDeviceKey().map { ($0, nil) }
        }
        let kept = retention.map { KeptDeviceKey(sealed, in: $0.0, for: $0.seconds) }
        if let found = kept?.find() {
            return (found.key, counter(of: sealed, found.key, kept, known: found.count))
        }
        guard let token else { throw Self.tokenIsMissing }
        let key = try sealed.opened(by: token)
        kept?.keep(key, count: 0)
        return (key, counter(of: sealed, key, kept, known: 0))
    }

    private func counter(
        of sealed: SealedDeviceKey,
        _ key: DeviceKey,
        _ kept: KeptDeviceKey?,
        known: UInt64
    ) -> RollbackCounter? {
        sealed.counter.map {
            RollbackCounter($0, key, in: token, list: countPath, kept: kept, known: known)
        }
    }

    /// The world of a keychain that is opened with the device key.
    ///
    /// - Parameters:
    ///   - world: What the configuration says.
    ///   - counter: The counter that belongs to the device key.
    /// - Returns: The world.
    static func world(_ world: Vault.World, _ counter: RollbackCounter?) -> Vault.World {
        var world = world
        // Who wants nothing remembered wants nothing counted.
        if world.memory != nil { world.counter = counter }
        return world
    }

    /// The device key that a token sealed, or `nil` where there is none.
    func sealedDeviceKey() throws(KeychainError) -> SealedDeviceKey? {
        try PrivateFile.read(sealedKeyPath, atMost: SealedDeviceKey.longest).map {
            file throws(KeychainError) in
            try SealedDeviceKey(file: file)
        }
    }

    /// The failure where a token sealed the device key, and this program has none.
    static var tokenIsMissing: KeychainError {
        KeychainError(
            .notAvailable,
            reason: """
                The device key is sealed in the TPM, which this program cannot reach. Install \
                keychain-tpm beside it, and make sure that you may use /dev/tpmrm0 (group tss).
                """
        )
    }

    /// The device key in the plain file, or `nil` where there is none.
    func plainDeviceKey() throws(KeychainError) -> DeviceKey? {
        let file = try PrivateFile.read(deviceKeyPath, atMost: Self.pathLength)
        return try file.map { content throws(KeychainError) in
            try content.withUnsafeBytes { bytes throws(KeychainError) in
                try DeviceKey(file: bytes)
            }
        }
    }

    /// The device key, made where there is none and no keychain either.
    ///
    /// - Parameters:
    ///   - entropy: The source of a new key.
    ///   - isLost: Whether the key of the present keychains is known to be lost, because their
    ///     recovery key is being used.
    /// - Returns: As ``device()``.
    /// - Throws: ``KeychainError/Code/wrongDeviceKey`` when there are keychains, whose key was lost:
    ///   a new one would not open them, and be in the way of the old one.
    func makeDevice(
        entropy: KeychainEntropy,
        isLost: Bool = false
    ) throws(KeychainError) -> (key: DeviceKey, counter: RollbackCounter?) {
        // Before the key is looked for: who makes the first keychain at the same time makes the
        // key before it.
        let isNew = names.isEmpty
        PrivateFile.clearLeftovers(of: deviceKeyPath)
        do throws(KeychainError) {
            if let device = try device() { return device }
        } catch {
            // Of a token that is lost, with the key that it had sealed.
            guard isLost, !PrivateFile.exists(deviceKeyPath) else { throw error }
        }
        guard isNew || isLost else { throw deviceKeyIsMissing }
        try PrivateFile.makeFolder(folder)
        let key = DeviceKey(entropy: entropy)
        if try PrivateFile.create(deviceKeyPath, key.file()) { return (key, nil) }
        guard let other = try device() else { throw KeychainError(.inputOutput) }
        return other
    }

    /// The failure of whatever needs the device key where there is none.
    var deviceKeyIsMissing: KeychainError {
        KeychainError(
            .wrongDeviceKey,
            reason: "The device key \(deviceKeyPath) is missing. Restore it from a backup, or open "
                + "the keychain with its recovery key."
        )
    }
}
