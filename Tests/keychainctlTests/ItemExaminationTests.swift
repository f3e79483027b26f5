import Foundation
import KeychainctlKit
@_spi(Keepers) import PortableKeychain
import Testing

@testable import keychainctl

/// The findings of `doctor --items` on secrets.
@Suite struct ItemExaminationTests {
    private static let now = 1_800_000_000.0
    private static let day = 86400.0

    private static func login(
        _ server: String,
        _ account: String = "me",
        days: Double = 1
    ) -> ListedItem {
        ListedItem(
            itemClass: .internetPassword,
            attributes: [
                .server: .string(server), .account: .string(account),
                .modificationDate: .date(Date(timeIntervalSince1970: now - days * day)),
            ]
        )
    }

    private static func generic(
        _ service: String,
        _ account: String = "",
        kind: String = ""
    ) -> ListedItem {
        ListedItem(
            itemClass: .genericPassword,
            attributes: [
                .service: .string(service), .account: .string(account), .description: .string(kind),
            ]
        )
    }

    private static func code(_ place: String, _ account: String = "me") -> ListedItem {
        generic("\(place): one-time password", account, kind: "one-time password")
    }

    /// The findings that are not fine, as topic, level and names.
    private static func findings(
        _ items: [(ListedItem, String)],
        certificates: [(String, Double)] = []
    ) -> [String] {
        var examination = ItemExamination(now: now)
        for (item, secret) in items { examination.add(item, SecretBytes(utf8: secret)) }
        for (name, end) in certificates { examination.add(name, until: end) }
        return examination.findings.filter { $0.level != .fine }.map { finding in
            "\(finding.level.rawValue) \(finding.topic): \(finding.items.joined(separator: " "))"
        }
    }

    private static let good = "correct horse battery"

    /// A token that ends at a time.
    private static func token(_ end: Double) -> String {
        ["{\"alg\":\"HS256\"}", "{\"exp\":\(Int(end))}", "x"].map { text in
            Data(text.utf8).base64EncodedString().replacing("=", with: "")
        }.joined(separator: ".")
    }

    static let secrets: [([(ListedItem, String)], [String])] = [
        ([], []), ([(login("a.example"), good)], []),
        ([(login("a.example"), "short")], ["problem weak: a.example/me"]),
        (
            [(login("a.example"), "password1"), (login("b.example"), "aaaaaaaaa")],
            ["problem weak: b.example/me", "problem weak: a.example/me"]
        ),
        (
            [(login("a.example"), good), (generic("b"), good), (generic("c"), good + "!")],
            ["problem reused: a.example/me b"]
        ),
        ([(generic("empty"), ""), (generic("none"), "")], []),
        ([(login("a.example", days: 3 * 365 - 1), good)], []),
        ([(login("a.example", days: 3 * 365 + 1), good)], ["note old: a.example/me"]),
        // A code of one login, and another login of the site without one.
        ([(login("a.example"), good), (code("a.example"), "JBSW")], []),
        (
            [(login("a.example", "bob"), good), (code("a.example/login"), "JBSW")],
            ["note second factor: a.example/bob"]
        ),
        (
            [(login("login.github.com", "bob"), good), (code("GitHub"), "JBSW")],
            ["note second factor: login.github.com/bob"]
        ),
        ([(login("a.example", "bob"), good), (code("a.example", ""), "JBSW")], []),
        ([(login("a.example", "bob"), good), (code("b.example"), "JBSW")], []),
        ([(login("a.com", "bob"), good), (code("com"), "JBSW")], []),
        ([(generic("t"), token(now - 1))], ["problem expiry: t"]),
        ([(generic("t"), token(now + 29 * day))], ["note expiry: t"]),
        ([(generic("t"), token(now + 31 * day))], []),
    ]

    @Test(arguments: secrets) func finds(_ items: [(ListedItem, String)], _ expected: [String]) {
        #expect(Self.findings(items) == expected)
    }

    @Test func findsCertificates() {
        let found = Self.findings(
            [],
            certificates: [
                ("soon", Self.now + 29 * Self.day), ("later", Self.now + 31 * Self.day),
                ("over", Self.now - 1),
            ]
        )
        #expect(found == ["problem expiry: over", "note expiry: soon"])
    }

    /// The data that an import stores beside a password are not one.
    @Test(arguments: [
        (generic("a", kind: "API token"), true), (generic("a"), true), (login("a.example"), true),
        (generic("a.example: PIN", kind: "PIN"), false), (code("a"), false),
        (generic("a.example: x.pdf", kind: "attached file"), false),
        (generic("a", kind: "secure note"), false),
    ])
    func knowsPasswords(_ item: ListedItem, _ isPassword: Bool) {
        #expect(ItemExamination.isPassword(item) == isPassword)
    }

    @Test func namesTenItems() {
        let finding = Finding.note("x", about: (1...12).map(String.init), "twelve", advice: "y")
        #expect(finding.sentence == "twelve: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 2 more")
        #expect(finding.fields[2] == finding.sentence)
    }

    /// No secret is printed.
    @Test func keepsSecrets() {
        var examination = ItemExamination(now: Self.now)
        for name in ["a", "b"] { examination.add(Self.generic(name), SecretBytes(utf8: "hush")) }
        #expect(!examination.findings.contains { "\($0)".contains("hush") })
    }
}
