import Foundation
import KeychainPasskeys
import KeychainctlKit
@_spi(Keepers) import PortableKeychain

@testable import Transfer

/// Items and passkeys that the tests of exports write and read again.
enum ExportSamples {
    static let date = Date(timeIntervalSince1970: 1_700_000_000)

    static func item(
        _ attributes: ItemAttributes,
        _ secret: String,
        _ created: Double? = 1_600_000_000
    ) -> NewItem {
        NewItem(
            itemClass: attributes[.server] == nil ? .genericPassword : .internetPassword,
            attributes: attributes,
            secret: SecretBytes(utf8: secret),
            created: created
        )
    }

    /// Items of programs and imports, in all shapes that an export has to bring back.
    static let items: [NewItem] = {
        let filing = "Folder: Work/Deep\nTags: a, b c"
        let shop: ItemAttributes = [
            .server: .string("shop.example"), .networkProtocol: .string("htps"),
            .port: .number(8443), .path: .string("/login?a=1"), .account: .string("ann"),
            .label: .string("The \"Shop\""),
            .comment: .string("two\n\nnotes\n\nURL: https://b.example\nShop: 7\nURL: c\n" + filing),
        ]
        func part(_ name: String, _ description: String? = nil) -> ItemAttributes {
            [
                .service: .string("shop.example:8443/login?a=1: \(name)"), .account: .string("ann"),
                .label: .string("The \"Shop\" (\(name))"),
                .description: .string(description ?? name),
                .comment: .string(filing),
            ]
        }
        return [
            item(shop, "p\"w\n"),
            item(
                part("one-time password"),
                "otpauth://totp/The%20Shop:ann?secret=JBSWY3DPEHPK3PXP&issuer=The%20Shop&digits=8"
            ),
            item(part("PIN"), "12"), item(part("PIN 2"), "34"),
            item(part("scan.txt", "attached file"), "text"),
            item(
                [.service: .string("api"), .account: .string("ci"), .label: .string("API token")],
                "s3cret"
            ),
            item([.service: .string("bare"), .label: .string("bare")], "x"),
            item([.service: .string("bare: counted"), .account: .string("")], "y"),
            item(
                [
                    .service: .string("bare: one-time password"),
                    .description: .string("one-time password"),
                ],
                "otpauth://hotp/x?secret=JBSWY3DPEHPK3PXP&counter=3"
            ),
            item(
                [
                    .service: .string("Safe"), .label: .string("The safe"),
                    .description: .string("secure note"), .comment: .string(filing),
                ],
                "left 3\nright 4"
            ),
            item(
                [
                    .server: .string("git.example"), .networkProtocol: .string("htps"),
                    .path: .string("x.git"), .authenticationType: .string("dflt"),
                    .account: .string("me"), .securityDomain: .string("realm"),
                ],
                "token"
            ),
            item([.server: .string("localhost"), .account: .string("")], "z"),
            item([.service: .string("note: x"), .comment: .string("a hint\nwithout: end: ")], "n"),
        ]
    }()

    static func keychain() throws -> Keychain { try .inMemory(.tool) }

    static func add(
        _ items: [NewItem],
        _ passkeys: [NewPasskey],
        to keychain: Keychain
    ) throws {
        var content = ImportContent()
        content.items = items
        content.passkeys = passkeys
        try ImportPlan(content, into: Items(keychain: keychain)).perform(replacing: false)
    }

    static func passkey(
        _ site: String,
        _ user: String,
        _ number: UInt8,
        isBackupEligible: Bool = true
    ) throws -> NewPasskey {
        NewPasskey(
            account: PasskeyAccount(
                relyingParty: site,
                userHandle: [number],
                userName: user,
                displayName: "Ann \"A\"",
                credentialID: [0xFB, 0xFF, number],
                created: date,
                isBackupEligible: isBackupEligible
            ),
            key: try .generate(number % 2 == 0 ? .p256 : .ed25519),
            title: ""
        )
    }

    /// A keychain of which nothing is exported for other programs: keys that may not leave, keys of no passkey, bytes, and
    /// items of programs.
    static func withWhatStays() throws -> Keychain {
        let keychain = try keychain()
        try add(
            [
                NewItem(
                    itemClass: .genericPassword,
                    attributes: [.service: .string("bytes")],
                    secret: SecretBytes([0, 0xFF])
                ),
                NewItem(
                    itemClass: .genericPassword,
                    attributes: [.service: .string("hidden"), .isInvisible: .number(1)],
                    secret: SecretBytes(utf8: "x")
                ),
            ],
            [try passkey("a.example", "ann", 1, isBackupEligible: false)],
            to: keychain
        )
        let stays = try passkey("b.example", "ann", 2)
        var steps = try PasskeyStore.steps(adding: stays.key, of: stays.account, replacing: [])
        steps[0].request.attributes[.accessible] = .string(
            Accessibility.whenUnlockedThisDeviceOnly.rawValue
        )
        _ = try keychain.performTogether(steps)
        _ = try keychain.perform(
            ItemRequest(.add, itemClass: .key, object: .key(try KeyMaterial.generate(.p256)))
        )
        return keychain
    }
}
