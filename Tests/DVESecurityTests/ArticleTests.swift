import AppleVocabulary
import DVESecurity
import Testing

/// The code of the article on internet passwords, in its order.
@Suite struct ArticleTests {
    @Test func savesAndUpserts() throws {
        try isolated {
            try Keychain.InternetPassword.save("MySecret", forAccount: "MyAccount")
            try Keychain.InternetPassword.save("MySecret1", forAccount: "MyAccount", protocol: .http)
            try Keychain.InternetPassword.save("MySecret2", forAccount: "MyAccount", protocol: .ssh)
            #expect(throws: KeychainError.itemSavingFailed(status: errSecDuplicateItem)) {
                try Keychain.InternetPassword.save("MySecret", forAccount: "MyAccount")
            }
            try Keychain.InternetPassword.upsert("MySecret", forAccount: "MyAccount")
        }
    }
}
