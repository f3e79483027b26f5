import DVESecurity
import Foundation
import KeeperRuns
import Testing

/// The code of the article on keys.
@Suite(.throughEachKeeper) struct KeysArticleTests {
    @Test func keysOfPairs() throws {
        try isolated {
            let key = Crypto.ECC.PrivateKey(curve: .p256)
            try Keychain.saveKey(key, withTag: "com.example.signing")

            let found: Crypto.ECC.PrivateKey? = try Keychain.queryKey(
                withTag: "com.example.signing"
            )
            let same: Crypto.ECC.PrivateKey? = try Keychain.queryKey(for: key.publicKey())
            #expect(found?.x963Representation == key.x963Representation)
            #expect(same?.x963Representation == key.x963Representation)
        }
    }

    @Test func secretKeys() throws {
        try isolated {
            let secret = try Crypto.KeyData.createRandomData(length: 32)
            try Keychain.saveKey(secret, withTag: "com.example.backup", applicationLabel: nil)
            try Keychain.GenericPassword.saveKey(secret, forAccount: "ann", service: "backup")

            let backup = try Keychain.queryKey(
                withTag: "com.example.backup",
                applicationLabel: nil
            )
            #expect(backup == secret)
            #expect(
                try Keychain.GenericPassword.queryKey(forAccount: "ann", service: "backup")
                    == secret
            )
        }
    }
}
