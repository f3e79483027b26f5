/// The user's choices about keychains that no keychain can hold itself, in a small file beside
/// them.
///
/// Holds no secrets; what it says of a keychain that is gone has no effect.
package struct KeychainPreferences: Sendable {
    /// The paths of the keychains to search when none is named; `nil` when the user chose none.
    package private(set) var searchList: [String]?
    /// The seconds after which a keychain is to lock itself, by the bytes of its path.
    private var timeouts: [[UInt8]: UInt32] = [:]

    /// The values that are not the usual ones.
    private var settings: [KeychainSetting: String] = [:]

    private let path: String
    private let folder: String
    private static let largest = 1 << 20
    private static let listed = "search"
    private static let timed = "timeout"
    private static let chosen = "setting"

    /// Reads the preferences of a configuration's folder.
    ///
    /// - Parameter configuration: The configuration that says where keychains are kept.
    /// - Throws: ``KeychainError/Code/corrupt`` when the file is no such file,
    ///   ``KeychainError/Code/unsafePermissions`` when others can write it.
    package init(_ configuration: Keychain.Configuration) throws(KeychainError) {
        folder = configuration.folder
        path = folder + "/preferences"
        guard let file = try PrivateFile.read(path, atMost: Self.largest) else { return }
        guard let text = file.withUnsafeBytes({ String(validating: $0, as: UTF8.self) }) else {
            throw damage
        }
        for line in text.split(at: "\n") where !line.isEmpty {
            let fields = line.split(separator: "\t", maxSplits: 2, omittingEmptySubsequences: false)
            guard fields.count == 3 else { throw damage }
            switch (fields[0], fields[2].isEmpty) {
            case (Self.listed[...], true): searchList = searchList ?? []
            case (Self.listed[...], false):
                searchList = (searchList ?? []) + [String(fields[2])]
            case (Self.timed[...], false):
                guard let seconds = UInt32(fields[1]) else { throw damage }
                timeouts[Array(fields[2].utf8)] = seconds
            case (Self.chosen[...], false):
                guard let setting = KeychainSetting(rawValue: String(fields[1])),
                    set(setting, to: String(fields[2]))
                else { throw damage }
            default: throw damage
            }
        }
    }

    /// Says after how many seconds a keychain is to lock itself; `nil` for never.
    package mutating func setTimeout(_ seconds: UInt32?, of keychain: String) {
        timeouts[Self.key(keychain)] = seconds
    }

    /// The seconds after which a keychain is to lock itself; `nil` for never.
    package func timeout(of keychain: String) -> UInt32? {
        timeouts[Self.key(keychain)]
    }

    private static func key(_ keychain: String) -> [UInt8] {
        Array(PrivateFile.absolute(keychain).utf8)
    }

    /// The value of a setting: the user's, or the usual one.
    package func value(of setting: KeychainSetting) -> String {
        settings[setting] ?? setting.values.first ?? ""
    }

    /// Chooses the value of a setting; returns `false` for one that it cannot have.
    package mutating func set(_ setting: KeychainSetting, to value: String) -> Bool {
        guard setting.values.contains(value) else { return false }
        settings[setting] = value == setting.values.first ? nil : value
        return true
    }

    /// Chooses the keychains to search, each once.
    package mutating func setSearchList(_ paths: [String]) {
        var list: [String] = []
        for path in paths.map(PrivateFile.absolute)
        where !list.contains(where: { $0.hasSameBytes(as: path) }) {
            list.append(path)
        }
        searchList = list
    }

    /// Takes out all that is said of a keychain; returns whether there was anything.
    package mutating func forget(_ keychain: String) -> Bool {
        let keychain = PrivateFile.absolute(keychain)
        let hadTimeout = timeouts.removeValue(forKey: Array(keychain.utf8)) != nil
        let rest = searchList?.filter { !$0.hasSameBytes(as: keychain) }
        let wasListed = rest?.count != searchList?.count
        searchList = rest
        return hadTimeout || wasListed
    }

    /// Writes the file.
    ///
    /// - Throws: ``KeychainError/Code/invalidParameter`` for a path that has more than one line, or a
    ///   failure of the disk.
    package func save() throws(KeychainError) {
        let list = searchList.map { ["\(Self.listed)\t\t"] + $0.map { "\(Self.listed)\t\t\($0)" } }
        let times = timeouts.map {
            "\(Self.timed)\t\($1)\t\(String(decoding: $0, as: UTF8.self))"
        }.sorted()
        let choices = settings.sorted { $0.key.rawValue < $1.key.rawValue }
            .map { "\(Self.chosen)\t\($0.rawValue)\t\($1)" }
        let lines = (list ?? []) + times + choices
        guard !lines.contains(where: { $0.contains(sign: "\n") }) else {
            throw KeychainError(.invalidParameter, reason: "A path here has one line.")
        }
        let text = lines.map { $0 + "\n" }.joined()
        try PrivateFile.makeFolder(folder)
        try PrivateFile.replace(
            path,
            SecretBytes(count: text.utf8.count) { $0.copyBytes(from: text.utf8) }
        )
    }

    private var damage: KeychainError {
        KeychainError(.corrupt, reason: "The preferences in \(path) are damaged. Remove the file.")
    }
}

extension Keychain.Configuration {
    /// The time that a keychain stays unlocked if unlocking names none.
    ///
    /// - Parameter keychain: The path of the keychain.
    /// - Returns: The time that the user chose for this keychain; `nil` for ``unlockTime``.
    /// - Throws: The same errors as ``KeychainPreferences/init(_:)``.
    package func unlockTime(of keychain: String) throws(KeychainError) -> Duration? {
        try KeychainPreferences(self).timeout(of: keychain).map { .seconds($0) }
    }
}
