/// The folder with a user's keychains, the choice of the default one, and the device keys.
struct KeychainFolder {
    let folder: String
    /// Unseals the device keys that a token sealed.
    private(set) var token: (any SecurityToken)?
    /// Keeps them for the user's other processes then, and for how many seconds.
    private(set) var retention: (any KeyRetention, seconds: UInt32)?

    init(_ folder: String) { self.folder = folder }

    /// The folder of a configuration, whose device key is needed.
    init(_ configuration: Keychain.Configuration) {
        folder = configuration.folder
        token = configuration.token
        retention = (configuration.retention, configuration.world.unlockTime)
    }

    /// The same folder without the keys that the kernel keeps for a time: the token is asked.
    var askingToken: KeychainFolder {
        var folder = self
        folder.retention = nil
        return folder
    }

    static let standardName = "default"
    private static let suffix = ".keychain"
    static let pathLength = 4096

    /// The folder of the memory against roll-back.
    var memoryPath: String { folder + "/memory" }
    private var choicePath: String { folder + "/default-keychain" }

    /// The file of a keychain.
    ///
    /// - Throws: ``KeychainError/Code/invalidParameter`` also for a folder that would be another one in
    ///   each working directory, or that the system would read up to a zero.
    func path(_ place: Keychain.Place) throws(KeychainError) -> String {
        guard folder.hasPrefix("/"), !folder.contains(sign: "\0") else {
            throw KeychainError(
                .invalidParameter,
                reason: "The folder of keychains must be an absolute path."
            )
        }
        switch place {
        case .standard:
            if let chosen = try chosenPath() { return chosen }
            return try path(.named(Self.standardName))
        case .named(let name):
            guard !name.isEmpty, !name.contains(sign: "/"), !name.contains(sign: "\0"),
                !name.hasPrefix("."),
                name.utf8.count <= 200
            else {
                throw KeychainError(
                    .invalidParameter,
                    reason: "A keychain's name has 1 to 200 bytes, no '/' and no '.' in front."
                )
            }
            return folder + "/" + name + Self.suffix
        case .file(let path):
            guard !path.isEmpty, !path.hasSuffix("/"), !path.contains(sign: "\0"),
                path.utf8.count < Self.pathLength
            else {
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
        return !chosen.hasSameBytes(as: PrivateFile.absolute(try path(.named(Self.standardName))))
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
        guard let path, path.hasPrefix("/"), !path.contains(sign: "\0") else {
            throw KeychainError(
                .corrupt,
                reason: "The choice of the default keychain in \(choicePath) is damaged. "
                    + "Choose it again."
            )
        }
        return path
    }
}
