import KeychainTesting
import PortableKeychain
import Testing

@testable import KeychainctlKit

@Suite struct SecretTemplateTests {
    private let items: Items

    init() throws {
        let keychain = try Keychain.inMemory()
        for (service, secret) in [("a", "1"), ("b", "{{ keychain:a }}"), ("c", "x\0y")] {
            try keychain.add(
                SecretBytes(utf8: secret),
                for: GenericPassword(service: service, account: "me")
            )
        }
        items = Items(keychain: keychain)
    }

    @Test(
        "replaces only references",
        arguments: [
            ("", ""), ("plain", "plain"), ("{{keychain:a}}", "1"),
            ("<{{ \t keychain:a/me \t }}>", "<1>"), ("{{{ keychain:a }}}", "{1}"),
            ("{{ keychain:a }}{{ keychain:a }}\n", "11\n"),
            // A secret is not a template.
            ("{{ keychain:b }}", "{{ keychain:a }}"), ("{{ keychain:c }}", "x\0y"),
            ("{{ keychain:a }", "{{ keychain:a }"), ("{{ keychain:a\n }}", "{{ keychain:a\n }}"),
            ("{{ Keychain:a }}", "{{ Keychain:a }}"), ("{{ a }} }} {{", "{{ a }} }} {{"),
            ("{ { keychain:a }}", "{ { keychain:a }}"),
        ]
    )
    func replaces(_ source: String, _ result: String) throws {
        let filled = try SecretTemplate(SecretBytes(utf8: source)).filled(from: items)
        #expect(filled.string() == result)
    }

    /// Two names that are equal strings in Swift.
    @Test func distinguishesUnicodeForms() throws {
        let keychain = try Keychain.inMemory()
        for (service, secret) in [("caf\u{e9}", "1"), ("cafe\u{301}", "2")] {
            try keychain.add(SecretBytes(utf8: secret), for: GenericPassword(service: service))
        }
        let text = "{{ keychain:caf\u{e9} }}{{ keychain:cafe\u{301} }}{{ keychain:caf\u{e9} }}"
        let template = try SecretTemplate(SecretBytes(utf8: text))
        #expect(try template.filled(from: Items(keychain: keychain)).string() == "121")
    }

    @Test("keeps bytes that are not text") func keepsBytes() throws {
        let source: [UInt8] = [0xFF, 0x00] + Array("{{ keychain:a }}".utf8) + [0xFE]
        let filled = try SecretTemplate(SecretBytes(source)).filled(from: items)
        #expect(filled.withUnsafeBytes { Array($0) } == [0xFF, 0x00, 0x31, 0xFE])
    }

    @Test(
        "names the line of the fault",
        arguments: [
            ("\n\n{{ keychain:x:y }}", "line 3: 'keychain:x:y'", 64),
            ("{{ keychain:a }}\n{{ keychain:nobody }}", "line 2: keychain:nobody", 44),
        ]
    )
    func saysWhere(_ source: String, _ problem: String, _ status: Int32) {
        #expect {
            try SecretTemplate(SecretBytes(utf8: source)).filled(from: items)
        } throws: { error in
            guard let failure = error as? Failure else { return false }
            return failure.problem.hasPrefix(problem)
                && failure.status.code == status
        }
    }
}
