import Foundation
import KeychainTesting
import PortableCryptoKit
import PortableKeychain
import Testing

/// The code that "Moving from Apple's platforms" prints for development without a TPM.
@Suite struct SoftwareTokenArticleTests {
    /// In a process of its own, because it sets the default keychain.
    @Test func makesKeysInTheTokenOfTheProcess() async {
        await #expect(processExitsWith: .success) {
            let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
            defer { try? FileManager.default.removeItem(at: folder) }
            setenv("XDG_DATA_HOME", folder.path, 1)
            var development = Keychain.Configuration.fromEnvironment()
            development.token = SoftwareToken()
            try Keychain.setProcessDefault(.openOrCreate(configuration: development))
            #expect(SecureEnclave.isAvailable)
            let key = try SecureEnclave.P256.Signing.PrivateKey()
            let message = Data("message".utf8)
            #expect(key.publicKey.isValidSignature(try key.signature(for: message), for: message))
        }
    }
}
