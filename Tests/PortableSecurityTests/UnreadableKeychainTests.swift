import Foundation
import PortableKeychain
import PortableLocalAuthentication
import Testing

@testable import PortableSecurity

/// A keychain that cannot be read is not available, whatever is wrong with its file
/// (item-semantics.md §3.1).
@Suite struct UnreadableKeychainTests {
    @Test func isNotAvailable() throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("unreadable-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder,
            withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700]
        )
        defer { try? FileManager.default.removeItem(at: folder) }
        let text = folder.appendingPathComponent("text").path
        let isWritten = FileManager.default.createFile(
            atPath: text,
            contents: Data(repeating: 0x41, count: 4096),
            attributes: [.posixPermissions: 0o600]
        )
        #expect(isWritten)
        let open = folder.appendingPathComponent("open")
        try FileManager.default.createDirectory(at: open, withIntermediateDirectories: false)
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: open.path)
        // The reason names the place that has to be mended; of a file that is there, what is wrong with it.
        for (path, words) in [
            // A file in the place of the folder, no keychain, a folder of everybody, nowhere.
            (text + "/keychain", text), (text, "is not a keychain"),
            (open.path + "/keychain", open.path),
            ("/proc/self/keychain", "/proc/\(getpid())/keychain"),
        ] {
            let error = #expect(throws: KeychainError(.notAvailable), "\(path)") {
                _ = try currentKeeper { () throws(KeychainError) in try .openOrCreate(.file(path)) }
            }
            #expect(error?.reason.contains(words) == true, "\(error?.reason ?? "")")
        }
        #expect(KeychainError(.notAvailable).status == errSecNotAvailable)
    }

    @Test func otherFailuresKeepTheirNumbers() {
        for code in [KeychainError.Code.newerVersion, .diskFull, .outOfMemory, .wrongDeviceKey] {
            #expect(throws: KeychainError(code)) {
                _ = try currentKeeper { () throws(KeychainError) in throw KeychainError(code) }
            }
        }
    }

    /// In a process of its own, whose data folder is a file.
    @Test func allFunctionsHaveOneNumber() async {
        await #expect(processExitsWith: .success) {
            let file = FileManager.default.temporaryDirectory
                .appendingPathComponent("unreadable-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: file) }
            #expect(FileManager.default.createFile(atPath: file.path, contents: Data()))
            setenv("XDG_DATA_HOME", file.path, 1)
            let pair: [CFString: Any] = [
                kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeySizeInBits: 256,
                kSecAttrIsPermanent: true,
            ]
            #expect(SecKeyGeneratePair(pair as CFDictionary, nil, nil) == errSecNotAvailable)
            let stored: [CFString: Any] = [
                kSecImportExportPassphrase: "open", kSecImportToMemoryOnly: false,
            ]
            var items: CFArray?
            let status = SecPKCS12Import(Fixture.bundle as CFData, stored as CFDictionary, &items)
            #expect(status == errSecNotAvailable)
            var failure: NSError?
            #expect(!LAContext().canEvaluatePolicy(.deviceOwnerAuthentication, error: &failure))
            #expect(failure?.code == Int(errSecNotAvailable))
        }
    }

    /// In a process of its own, whose default keychain is in a folder of its own.
    @Test func aReplacedDefaultIsOpenedAgain() async {
        await #expect(processExitsWith: .success) {
            let folder = FileManager.default.temporaryDirectory
                .appendingPathComponent("replaced-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: folder) }
            setenv("XDG_DATA_HOME", folder.path, 1)
            let item: [CFString: Any] = [kSecClass: kSecClassGenericPassword]
            #expect(SecItemAdd(item as CFDictionary, nil) == errSecSuccess)
            let old = try Keychain.default
            try Keychain.remove(.standard)
            #expect(SecItemAdd(item as CFDictionary, nil) == errSecSuccess)
            try Keychain.remove(.standard)
            _ = try Keychain.create(.standard)
            try Keychain.default.set("s3cret", for: GenericPassword(service: "api"))
            #expect(throws: KeychainError(.noSuchKeychain)) {
                try old.set("s3cret", for: GenericPassword(service: "api"))
            }
            // What the program chose itself stays, and Apple's functions have one number for it.
            Keychain.setProcessDefault(try Keychain.open())
            try Keychain.remove(.standard)
            #expect(SecItemAdd(item as CFDictionary, nil) == errSecNotAvailable)
        }
    }
}
