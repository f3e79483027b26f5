import Foundation
import Testing

@testable import PortableKeychain

/// The keychain that is opened or made, and those that are never made in place of another.
@Suite struct OpeningTests {
    /// A folder of its own, removed at the end.
    final class Folder {
        let path = NSTemporaryDirectory() + "pk-\(UUID().uuidString)"
        var configuration: Keychain.Configuration {
            Keychain.Configuration(applicationIdentifier: "app", accessGroups: [], folder: path)
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }
    }

    private func code<R>(_ body: () throws(KeychainError) -> R) -> KeychainError.Code? {
        do throws(KeychainError) {
            _ = try body()
            return nil
        } catch {
            return error.code
        }
    }

    /// On a disk that is not there, an empty keychain would take secrets for the chosen one.
    @Test func chosenDefaultIsNotCreatedAgain() throws {
        let folder = Folder()
        _ = try Keychain.openOrCreate(.standard, configuration: folder.configuration)
        let place = Keychain.Place.file(folder.path + "/disk/mine.keychain")
        _ = try Keychain.create(place, configuration: folder.configuration)
        try Keychain.setStandard(place, configuration: folder.configuration)
        try FileManager.default.removeItem(atPath: folder.path + "/disk")
        #expect(
            code { () throws(KeychainError) in
                try Keychain.openOrCreate(.standard, configuration: folder.configuration)
            } == .noSuchKeychain
        )
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/disk"))
        // The usual one, chosen by name, is made at its first use as always.
        try Keychain.setStandard(.named("default"), configuration: folder.configuration)
        try Keychain.remove(.standard, configuration: folder.configuration)
        _ = try Keychain.openOrCreate(.standard, configuration: folder.configuration)
    }

    /// A new key would shut out the keychains of the old one, also once that is restored.
    @Test func lostDeviceKeyIsNotReplaced() throws {
        let folder = Folder()
        _ = try Keychain.openOrCreate(.standard, configuration: folder.configuration)
        let key = folder.path + "/device.key"
        try FileManager.default.moveItem(atPath: key, toPath: key + ".away")
        #expect(
            code { () throws(KeychainError) in
                try Keychain.create(.named("other"), configuration: folder.configuration)
            } == .wrongDeviceKey
        )
        #expect(!FileManager.default.fileExists(atPath: key))
        try FileManager.default.moveItem(atPath: key + ".away", toPath: key)
        _ = try Keychain.create(.named("other"), configuration: folder.configuration)
    }

    @Test func onlyAKeychainBecomesTheDefault() throws {
        let folder = Folder()
        _ = try Keychain.openOrCreate(.standard, configuration: folder.configuration)
        let other = folder.path + "/notes.txt"
        try Data("notes".utf8).write(to: URL(fileURLWithPath: other))
        chmod(other, 0o600)
        #expect(
            code { () throws(KeychainError) in
                try Keychain.setStandard(.file(other), configuration: folder.configuration)
            } == .notAKeychain
        )
        _ = try Keychain.open(.standard, configuration: folder.configuration)
    }

    @Test(arguments: ["", "relative", "/tmp/a\0b"])
    func theFolderIsAnAbsolutePath(_ folder: String) throws {
        let configuration = Keychain.Configuration(applicationIdentifier: "app", folder: folder)
        for place in [Keychain.Place.standard, .named("a"), .file("/tmp/a.keychain")] {
            #expect(
                code { () throws(KeychainError) in
                    try Keychain.open(place, configuration: configuration)
                } == .invalidParameter
            )
            #expect(
                code { () throws(KeychainError) in
                    try Keychain.create(place, configuration: configuration)
                } == .invalidParameter
            )
        }
    }

    /// The last two have a slash for the kernel, and for Swift another character.
    @Test(
        arguments: [
            "", ".a", "a/b", "a\0b", String(repeating: "a", count: 201), "a/\u{301}b", "a\u{600}/b",
        ]
    )
    func theNameIsThatOfAFile(_ name: String) throws {
        let folder = Folder()
        let found = code { () throws(KeychainError) in
            try Keychain.create(.named(name), configuration: folder.configuration)
        }
        #expect(found == .invalidParameter)
    }

    /// The kernel's own file system does not let any user make folders, root included.
    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/sys/kernel")))
    func folderThatCannotBeMadeIsReadOnly() throws {
        let configuration = Keychain.Configuration(
            applicationIdentifier: "app",
            accessGroups: [],
            folder: "/sys/portable-keychain/folder"
        )
        #expect(
            code { () throws(KeychainError) in
                try Keychain.openOrCreate(.standard, configuration: configuration)
            } == .readOnly
        )
    }
}
