import ForeignCrypto
@_spi(Keepers) import PortableKeychain
import Testing

@testable import KeychainBrowser
@testable import SafeText

/// One-time codes beside passwords.
@Suite(.enabled(if: MessageBox.isPresent, "needs libsodium.so.23 (libsodium23)"))
struct CodeTests {
    private static func stage(
        service: String,
        account: String? = "ann",
        secret: String = "key"
    ) throws -> BrowserStage {
        let stage = try BrowserStage()
        try stage.store("secret", [.networkProtocol: .string("htps"), .path: .string("/login")])
        var attributes: ItemAttributes = [.service: .string(service)]
        attributes[.account] = account.map { .string($0) }
        _ = try stage.keychain.perform(
            ItemRequest(
                .add,
                itemClass: .genericPassword,
                attributes: attributes,
                secret: SecretBytes(utf8: secret)
            )
        )
        return stage
    }

    /// The code of the same place and account, or of no account.
    @Test(arguments: [
        ("example.com: one-time password", "ann", "code of key"),
        ("example.com/login: one-time password", "ann", "code of key"),
        ("example.com: one-time password", nil, "code of key"),
        ("example.com: one-time password", "bob", ""),
        ("login.example.com: one-time password", "ann", ""),
        ("example.com: password", "ann", ""), ("Example: one-time password", "ann", ""),
    ]) func finds(service: String, account: String?, code: String) throws {
        let stage = try Self.stage(service: service, account: account)
        let answer = stage.addOn.ask("get-logins", ["url": "https://example.com"])
        let entry = try #require(answer.message?["entries"].elements.first)
        #expect(entry["totp"].string == code)
        let again = stage.addOn.ask("get-totp", ["uuid": entry["uuid"].string])
        #expect((again.message?["totp"].string ?? "") == code)
        #expect(again.fault == (code.isEmpty ? "18" : ""))
    }

    /// A code that counts would be used up by each look.
    @Test func leavesOutCodesThatCount() throws {
        let stage = try Self.stage(service: "example.com: one-time password", secret: "counted")
        let answer = stage.addOn.ask("get-logins", ["url": "https://example.com"])
        let entry = try #require(answer.message?["entries"].elements.first)
        #expect(entry["totp"].isNull)
        #expect(stage.addOn.ask("get-totp", ["uuid": entry["uuid"].string]).fault == "18")
    }
}
