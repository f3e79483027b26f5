import Foundation
@_spi(Keepers) import PortableKeychain
import Testing

/// A state in which commands find a keychain.
enum LostState: String, CaseIterable, Sendable {
    /// A home in which nothing was stored yet.
    case nothing
    /// A keychain without a passcode, with items of all classes.
    case open
    /// The same with a passcode and a recovery key, locked.
    case locked
    case damaged
    case deviceKeyMissing
    case deviceKeyOfAnother
    case deviceKeyDamaged
    /// The file is older than the one last used.
    case older

    /// The recovery key of the keychain in the states after ``open``.
    private static let recoveryKey = Result {
        try Keychain.inMemory().access.newRecoveryKey()
    }

    /// The text to type for it.
    static let recovery: String =
        (try? recoveryKey.get()).map { key in
            key.text.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
        } ?? ""

    /// Makes the state in a tool's folder; the keychain is its default one, `work`.
    func make(_ tool: Tool) throws {
        guard self != .nothing else { return }
        try LockedUse.prepare(tool)
        let keychain = try Keychain.open(.named("work"), configuration: tool.configuration)
        let passcode = SecretBytes(utf8: LockedUse.passcode)
        guard self != .open else { return try keychain.removePasscode(passcode) }
        try keychain.access.change(.recoveryKey(Self.recoveryKey.get()), proof: .passcode(passcode))
        try spoil(tool, keychain)
    }

    private func spoil(_ tool: Tool, _ keychain: Keychain) throws {
        let folder = tool.folder + "/data/portable-keychain"
        let (file, key) = ("\(folder)/work.keychain", "\(folder)/device.key")
        let files = FileManager.default
        switch self {
        case .nothing, .open, .locked: break
        case .damaged:
            try Stage(tool: tool).perform(["damage", "data/portable-keychain/work.keychain"])
        case .deviceKeyMissing: try files.removeItem(atPath: key)
        case .deviceKeyDamaged:
            try files.removeItem(atPath: key)
            try Stage(tool: tool).perform(["file", "data/portable-keychain/device.key", "damage"])
        case .deviceKeyOfAnother:
            var other = tool.configuration
            other.folder = tool.folder + "/other"
            _ = try Keychain.create(.named("other"), configuration: other)
            try files.removeItem(atPath: key)
            try files.moveItem(atPath: tool.folder + "/other/device.key", toPath: key)
            try files.removeItem(atPath: tool.folder + "/other")
        case .older:
            let copy = tool.folder + "/older"
            try files.copyItem(atPath: file, toPath: copy)
            let passcode = SecretBytes(utf8: LockedUse.passcode)
            try keychain.unlock(passcode: passcode)
            let item = GenericPassword(service: "newer", accessGroup: "keychainctl")
            try keychain.set("1", for: item)
            try keychain.lock()
            try files.removeItem(atPath: file)
            try files.moveItem(atPath: copy, toPath: file)
        }
    }
}
