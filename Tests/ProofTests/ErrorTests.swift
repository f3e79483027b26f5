import Foundation
import ProofSupport
import Testing

@testable import PortableKeychain

/// Different failures have different errors, so that programs do not confuse them: above all, only
/// absence is reported as an item that is not there.
@Suite struct ErrorTests {
    enum Trouble: CaseIterable {
        case absentItem, absentKeychain, lockedItem, wrongPasscode, noPasscode
        case foreignDeviceKey, lostDeviceKey, damagedDeviceKey
        case newerVersion, otherDatabase, otherFile, emptyFile, damagedItem, folder
        case openToOthers, duplicateItem, duplicateKeychain

        var expected: KeychainError.Code {
            switch self {
            case .absentItem: .itemNotFound
            case .absentKeychain: .noSuchKeychain
            case .lockedItem: .locked
            case .wrongPasscode: .authenticationFailed
            case .noPasscode: .noPasscode
            case .foreignDeviceKey, .lostDeviceKey: .wrongDeviceKey
            case .newerVersion: .newerVersion
            case .otherDatabase, .otherFile, .emptyFile, .folder: .notAKeychain
            case .damagedDeviceKey, .damagedItem: .corrupt
            case .openToOthers: .unsafePermissions
            case .duplicateItem: .duplicateItem
            case .duplicateKeychain: .duplicateKeychain
            }
        }

        func use(_ bench: Bench) throws {
            switch self {
            case .absentItem: _ = try bench.open().item(99)
            case .lockedItem:
                let keychain = try bench.open()
                try keychain.setPasscode(secret("right"))
                try keychain.lock()
                _ = try keychain.item(1)
            case .wrongPasscode:
                let keychain = try bench.open()
                try keychain.setPasscode(secret("right"))
                #expect(code { try keychain.unlock(passcode: secret("wrong")) } == expected)
                // A user who mistypes does not lose access to open items.
                #expect(try keychain.item(1).version == 1)
                try keychain.lock()
                try keychain.unlock(passcode: secret("wrong"))
            case .noPasscode: try bench.open().lock()
            case .duplicateItem: try bench.open().add(ProofItem(1, version: 2))
            case .duplicateKeychain: _ = try bench.create()
            default:
                try damage(bench)
                _ = try bench.open().item(1)
            }
        }

        private func damage(_ bench: Bench) throws {
            let key = bench.folder + "/device.key"
            switch self {
            case .absentKeychain: unlink(bench.path)
            case .foreignDeviceKey:
                let other = try Bench()
                _ = try other.create()
                unlink(key)
                try FileManager.default.copyItem(
                    atPath: other.folder + "/device.key",
                    toPath: key
                )
            case .lostDeviceKey: unlink(key)
            case .damagedDeviceKey:
                let file = try FileHandle(forUpdating: URL(fileURLWithPath: key))
                try file.seek(toOffset: 20)
                try file.write(contentsOf: [1, 2, 3, 4])
                try file.close()
            case .newerVersion: try bench.run("PRAGMA user_version = 2000")
            case .otherDatabase:
                unlink(bench.path)
                try bench.run("CREATE TABLE other(a)")
                chmod(bench.path, 0o600)
            case .otherFile: try bench.write(Array("[default]\nsecret=1\n".utf8))
            case .emptyFile: try bench.write([])
            case .damagedItem: try bench.run("UPDATE items SET metadata = zeroblob(100)")
            case .folder:
                unlink(bench.path)
                mkdir(bench.path, 0o700)
            case .openToOthers: chmod(bench.path, 0o644)
            default: break
            }
        }
    }

    @Test(arguments: Trouble.allCases)
    func hasItsOwnError(_ trouble: Trouble) throws {
        let bench = try Bench()
        try bench.create().add(ProofItem(1, version: 1))
        #expect(code { try trouble.use(bench) } == trouble.expected)
    }

    /// A keychain copied to another device, or restored without its key, comes back with its key.
    @Test func opensAgainWithItsDeviceKey() throws {
        let bench = try Bench()
        try bench.create().add(ProofItem(1, version: 1))
        let key = bench.folder + "/device.key"
        try FileManager.default.moveItem(atPath: key, toPath: key + ".away")
        #expect(code { try bench.open() } == .wrongDeviceKey)
        #expect(
            code { try Keychain.openOrCreate(.standard, configuration: bench.configuration) } != nil
        )
        #expect(!FileManager.default.fileExists(atPath: key), "no new key in place of a lost one")
        try FileManager.default.moveItem(atPath: key + ".away", toPath: key)
        #expect(try bench.open().item(1).version == 1)
    }
}
