@_spi(Keepers) import PortableKeychain
import Testing

@testable import KeychainctlKit

@Suite struct SecretReferenceTests {
    @Test(
        "names passwords, keys and certificates",
        arguments: [
            ("api", .named("api", first: Self.generic("api"))),
            ("api/ci", .named("api/ci", first: Self.generic("api", "ci"))),
            ("keychain:api/ci", .named("api/ci", first: Self.generic("api", "ci"))),
            ("a%2Fb/c%3ad", .named("a/b/c:d", first: Self.generic("a/b", "c:d"))),
            ("ä/🔑", .named("ä/🔑", first: Self.generic("ä", "🔑"))),
            ("%C3%A4", .named("ä", first: Self.generic("ä"))),
            ("a/b/c", .named("a/b/c", first: nil)),
            ("keychain:https://ann@example.com/x", .named("https://ann@example.com/x", first: nil)),
            ("example.com:8443/ann", .named("example.com:8443/ann", first: nil)),
            ("Home router", .named("Home router", first: Self.generic("Home router"))),
            (
                "server:example.com/me",
                .password(
                    ItemSelection(
                        itemClass: .internetPassword,
                        attributes: [.server: .string("example.com"), .account: .string("me")]
                    )
                )
            ),
            (
                "label:my/token",
                .password(
                    ItemSelection(itemClass: nil, attributes: [.label: .string("my/token")])
                )
            ),
            ("key:deploy", .privateKey(label: "deploy")),
            ("keychain:certificate:a:b", .certificate(label: "a:b")),
        ] as [(String, SecretReference.Target)]
    )
    func names(_ text: String, _ target: SecretReference.Target) throws {
        #expect(try SecretReference(text).target == target)
    }

    @Test(
        "refuses texts that name nothing, with the reason",
        arguments: [
            ("", "empty"), ("keychain:", "empty"), ("/ci", "empty"), ("api/", "empty"),
            ("%", "two hexadecimal digits"),
            ("%4", "two hexadecimal digits"), ("%+1", "two hexadecimal digits"),
            ("%zz", "two hexadecimal digits"), ("%ff", "not text"), ("%00", "not text"),
            ("a\0b", "not text"), ("password:x", "'password:'"), ("key:", "empty"),
            ("keychain:keychain:x", "'keychain:'"),
        ]
    )
    func refuses(_ text: String, _ why: String) {
        #expect {
            try SecretReference(text)
        } throws: { error in
            let failure = error as? Failure
            return failure?.status == .usage && failure?.problem.contains(why) == true
        }
    }

    private static func generic(_ service: String, _ account: String? = nil) -> ItemSelection {
        var attributes: ItemAttributes = [.service: .string(service)]
        attributes[.account] = account.map { .string($0) }
        return ItemSelection(itemClass: .genericPassword, attributes: attributes)
    }
}
