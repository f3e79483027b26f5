package import PortableKeychain
import KeychainLibC

/// A program that uses keychains in a folder, step by step.
package struct DiskSession {
    private let configuration: Keychain.Configuration
    private var keychain: Keychain?
    private var held: [Keychain] = []
    /// The content of the folder after the steps so far.
    package private(set) var contents: DiskContents

    /// Starts a program in a folder with some contents.
    package init(_ configuration: Keychain.Configuration, contents: DiskContents = .init()) {
        self.configuration = configuration
        self.contents = contents
    }

    /// The path of the backup.
    package static func backupPath(_ configuration: Keychain.Configuration) -> String {
        configuration.folder + "/backup"
    }

    package static func passcode(_ number: Int) -> SecretBytes {
        SecretBytes(Array("passcode \(number)".utf8))
    }

    package mutating func perform(_ step: DiskStep) throws {
        switch step.verb {
        case .create:
            let made = try Keychain.openOrCreate(
                .named(step.keychain),
                configuration: configuration
            )
            if step.keychain == DiskStep.names[0] { keychain = made }
        case .remove:
            if step.keychain == DiskStep.names[0] { keychain = nil }
            try Keychain.remove(.named(step.keychain), configuration: configuration)
        case .discard:
            try discard(try Keychain.path(of: .named(step.keychain), configuration: configuration))
        case .hold:
            let other = try Keychain.open(.named(step.keychain), configuration: configuration)
            _ = try other.versions()
            held.append(other)
        case .replace:
            let other = try held.last ?? opened()
            try other.update(ProofItem(step.numbers[0], version: step.numbers[1]))
        case .release:
            let other = try held.popLast() ?? opened()
            try other.add(ProofItem(step.numbers[0], version: step.numbers[1]))
        case .add:
            try opened().add(ProofItem(step.numbers[0], version: step.numbers[1]))
        case .update:
            try opened().update(ProofItem(step.numbers[0], version: step.numbers[1]))
        case .delete: try opened().delete(number: step.numbers[0])
        case .passcode: try setPasscode(step.numbers.first)
        case .backUp:
            let backup = try opened().backup(passphrase: Self.passcode(0)).bytes
            let path = Self.backupPath(configuration)
            guard try PrivateFile.create(path, SecretBytes(backup)) else {
                throw ProofItem.Mixture()
            }
        case .restore:
            let path = Self.backupPath(configuration)
            guard let backup = try PrivateFile.read(path, atMost: 1 << 20) else {
                throw ProofItem.Mixture()
            }
            try opened().restore(backup.array, passphrase: Self.passcode(0))
        case .choose:
            try Keychain.setStandard(.named(step.keychain), configuration: configuration)
        case .prefer:
            var preferences = try KeychainPreferences(configuration)
            preferences.setSearchList([configuration.folder + "/default.keychain"])
            try preferences.save()
        case .reopen:
            keychain = nil
            _ = try opened()
        }
        contents = contents.after(step)
    }

    /// Deletes a file as `rm` does, and waits until that is on the disk.
    private mutating func discard(_ path: String) throws {
        keychain = nil
        let folder = open(configuration.folder, O_RDONLY)
        defer { close(folder) }
        guard unlink(path) == 0, fsync(folder) == 0 else { throw ProofItem.Mixture() }
    }

    private mutating func opened() throws -> Keychain {
        if let keychain { return keychain }
        let opened = try Keychain.open(
            .named(DiskStep.names[0]),
            configuration: configuration
        )
        if let passcode = contents.passcode { try opened.unlock(passcode: Self.passcode(passcode)) }
        keychain = opened
        return opened
    }

    private mutating func setPasscode(_ number: Int?) throws {
        let keychain = try opened()
        switch (contents.passcode, number) {
        case (let old?, let new?):
            try keychain.changePasscode(from: Self.passcode(old), to: Self.passcode(new))
        case (nil, let new?): try keychain.setPasscode(Self.passcode(new))
        case (let old?, nil): try keychain.removePasscode(Self.passcode(old))
        case (nil, nil): break
        }
    }
}
