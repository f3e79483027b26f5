import Foundation
import KeychainTesting
import Testing

@_spi(Keepers) @testable import PortableKeychain

/// Copies of several device keys, which one recovery key may open.
@Suite("Copies of device keys")
struct DeviceKeyCopiesTests {
    private let fixture = DeviceKeyFixture()
    private var path: String { fixture.folder.path + "/one.keychain" }

    @Test("give the right device key to a keychain, where a recovery key opens several")
    func severalOfOneRecoveryKey() throws {
        let keys = try fixture.make(["one", "two"])
        let paper = RecoveryKey(bytes: .random(count: RecoveryKey.length))
        try fixture.binding(nil).setRecoveryCopy(openedBy: paper)
        let first = try Vault.deviceKeyID(of: fixture.folder.path + "/two.keychain")
        try fixture.remove("device.key")
        try fixture.recover("one", try #require(keys["one"]), nil)
        try fixture.binding(nil).setRecoveryCopy(openedBy: paper)
        let second = try Vault.deviceKeyID(of: path)
        #expect(first != second)

        let copies = DeviceKeyCopies(KeychainFolder(fixture.configuration(nil)))
        for wanted in [first, second] {
            #expect(try copies.opened(by: paper, of: wanted).identifier == wanted)
        }
        try fixture.remove("device-\(second.hexadecimal).key")
        for (name, wanted) in [("two", first), ("one", second)] {
            let use = try KeychainAccess.use(
                of: paper,
                for: .named(name),
                configuration: fixture.configuration(nil)
            )
            #expect(use == .deviceKey(wanted))
            try fixture.binding(nil).unbind(recovery: paper, of: wanted)
            #expect(fixture.opens(name, nil))
        }
    }

    @Test("are removed with their recovery key, however the path of the keychain is written")
    func otherSpellings() throws {
        let keys = try fixture.make(["one"])
        let one = try #require(keys["one"])
        let link = fixture.folder.path + "-link"
        try FileManager.default.createSymbolicLink(
            atPath: link,
            withDestinationPath: fixture.folder.path
        )
        defer { try? FileManager.default.removeItem(atPath: link) }
        let name = URL(filePath: fixture.folder.path).lastPathComponent
        for spelling in [
            link + "/one.keychain", fixture.folder.path + "/../\(name)//one.keychain",
        ] {
            try fixture.binding(nil).setRecoveryCopy(openedBy: one, for: path)
            #expect(fixture.binding(nil).hasRecoveryCopy)
            try fixture.binding(nil).removeRecoveryCopy(for: spelling)
            #expect(!fixture.binding(nil).hasRecoveryCopy, "\(spelling)")
        }
    }

    @Test("for a new recovery key are there before it is in force, and go if it never is")
    func beforeTheKeyIsInForce() throws {
        let keys = try fixture.make(["one"])
        let one = try #require(keys["one"])
        let new = RecoveryKey(bytes: .random(count: RecoveryKey.length))
        let binding = fixture.binding(nil)
        let copies = DeviceKeyCopies(KeychainFolder(fixture.configuration(nil)))
        func opens(_ key: RecoveryKey) -> Bool { (try? copies.opened(by: key, of: nil)) != nil }
        try binding.setRecoveryCopy(openedBy: one, for: path)
        let before = fixture.files
        let refused = fixture.code {
            _ = try binding.addRecoveryCopy(openedBy: new, for: path) {
                #expect(opens(one) && opens(new))
                throw KeychainError(.authenticationFailed)
            }
        }
        #expect(refused == .authenticationFailed && fixture.files == before)
        let file = try binding.addRecoveryCopy(openedBy: new, for: path) {}
        #expect(opens(one) && opens(new))
        try binding.removeRecoveryCopy(for: path, but: file)
        #expect(!opens(one) && opens(new))
        // As after a crash: the next copy takes the place of both.
        _ = try binding.addRecoveryCopy(openedBy: one, for: path) {}
        try binding.setRecoveryCopy(openedBy: one, for: path)
        #expect(opens(one) && !opens(new))
        #expect(fixture.files.keys.filter { $0.hasSuffix(".recovery") }.count == 1)
    }

    @Test("are removed with their recovery key after the folder was moved")
    func movedFolder() throws {
        let keys = try fixture.make(["one"])
        let one = try #require(keys["one"])
        try fixture.binding(nil).setRecoveryCopy(openedBy: one, for: path)
        let name = try #require(fixture.files.keys.first { $0.hasSuffix(".recovery") })
        let moved = fixture.folder.path + "-moved"
        try FileManager.default.moveItem(atPath: fixture.folder.path, toPath: moved)
        defer { try? FileManager.default.removeItem(atPath: moved) }
        var configuration = fixture.configuration(nil)
        configuration.folder = moved
        let binding = DeviceBinding(configuration)
        #expect(binding.hasRecoveryCopy)
        // As earlier versions named it.
        let device = try Vault.deviceKeyID(of: moved + "/one.keychain").hexadecimal
        let mark = DeviceKeyCopy.mark(of: PrivateFile.resolved(moved + "/one.keychain"))
        try FileManager.default.copyItem(
            atPath: "\(moved)/\(name)",
            toPath: "\(moved)/device-\(device)-\(mark).recovery"
        )
        try binding.removeRecoveryCopy(for: moved + "/one.keychain")
        #expect(!binding.hasRecoveryCopy)
    }

    @Test("are those of one keychain, also if the folder of another one looks alike")
    func foldersThatLookAlike() throws {
        let folders = ["caf\u{e9}", "cafe\u{301}"].map { fixture.folder.path + "/" + $0 }
        for folder in folders { try PrivateFile.makeFolder(folder) }
        var configuration = fixture.configuration(nil)
        configuration.folder = folders[0]
        let copies = DeviceKeyCopies(KeychainFolder(configuration))
        let device = DeviceKey(entropy: .system)
        let keys = folders.map { _ in RecoveryKey(bytes: .random(count: RecoveryKey.length)) }
        for (folder, key) in zip(folders, keys) {
            try copies.set(device, key, for: folder + "/one.keychain", entropy: .system)
        }
        for key in keys {
            #expect(try copies.opened(by: key, of: nil).identifier == device.identifier)
        }
        try copies.remove(device.identifier, for: folders[1] + "/one.keychain")
        #expect(try copies.opened(by: keys[0], of: nil).identifier == device.identifier)
        #expect(throws: KeychainError(.authenticationFailed)) {
            try copies.opened(by: keys[1], of: nil)
        }
    }

    @Test("a device key is unused if each keychain can be read, and none names it")
    func unused() throws {
        _ = try fixture.make(["one", "two"])
        let folder = KeychainFolder(fixture.configuration(nil))
        let own = try Vault.deviceKeyID(of: path)
        let another = [UInt8](repeating: 7, count: own.count)
        #expect(folder.isUnused(another, by: path))
        #expect(!folder.isUnused(own, by: path))
        // Another keychain names it, or may do so.
        try fixture.put(Data("damage".utf8), "one.keychain")
        let other = fixture.folder.path + "/two.keychain"
        #expect(!folder.isUnused(another, by: other))
        #expect(folder.unreadable == ["one"])
        #expect(folder.isUnused(another, by: other, butFor: ["one"]))
    }

    @Test("leave no plain key beside a key that was moved out of its token")
    func leftoversOfUnbinding() throws {
        _ = try fixture.make(["one"])
        let token = SoftwareToken()
        let paper = try fixture.binding(token).makeRecoveryCopy()
        try fixture.binding(token).bind(confirmedBy: paper)
        let own = try Vault.deviceKeyID(of: path)
        let leftovers = ["device.key.old", "device-\(own.hexadecimal).key.old"]
        for name in leftovers { try fixture.put(Data("left".utf8), name) }
        try fixture.binding(token).unbind()
        for name in leftovers { #expect(fixture.files[name] == nil, "\(name)") }
        #expect(fixture.opens("one", nil))
    }
}
