import ForeignCrypto
@_spi(Keepers) import PortableKeychain
import Testing

@testable import KeychainctlKit

@Suite struct OneTimeAddressTests {
    @Test(
        "reads the content of QR codes, and writes it again",
        arguments: [
            (
                "otpauth://totp/Example:ann@example.com?secret=JBSWY3DPEHPK3PXP&issuer=Example",
                "Example", "ann@example.com", ""
            ),
            (
                "OTPAUTH://TOTP/ann?SECRET=jbswy3dpehpk3pxp&digits=8&period=60&algorithm=sha-512",
                "", "ann", "&algorithm=SHA512&digits=8&period=60"
            ),
            (
                "otpauth://hotp/A%20B%3A%20ann?secret=JBSWY3DPEHPK3PXP%3D%3D&counter=7",
                "A B", "ann", "&counter=7"
            ),
            ("otpauth://totp/?secret=JBSWY3DPEHPK3PXP&image=x&&", "", "", ""),
            ("JBSW Y3DP-ehpk 3pxp", "", "", ""),
        ]
    )
    func reads(_ text: String, _ issuer: String, _ account: String, _ parameters: String) throws {
        let address = try OneTimeAddress(SecretBytes(utf8: text))
        #expect(address.issuer == issuer)
        #expect(address.account == account)
        let secret: [UInt8] = Array("Hello!".utf8) + [0xDE, 0xAD, 0xBE, 0xEF]
        #expect(address.key.secret.withUnsafeBytes { Array($0) } == secret)
        let written = try #require(address.text.string())
        #expect(written.hasSuffix(parameters), "\(written)")
        let again = try OneTimeAddress(SecretBytes(utf8: written))
        #expect(again.text.matches(address.text))
        #expect(again.key.moving == address.key.moving)
        #expect(again.issuer == issuer)
        #expect(again.account == account)
    }

    @Test(
        "refuses texts that are not addresses, without quoting them",
        arguments: [
            ("", "Base32"), ("JBSWY3DP1", "Base32"), ("JBSWY3DP=A", "Base32"), ("A", "Base32"),
            ("https://totp/x?secret=JBSWY3DP", "otpauth"), ("otpauth://totp", "otpauth"),
            ("otpauth://totp/x", "no secret"), ("otpauth://totp/x?secret=", "Base32"),
            ("otpauth://motp/x?secret=JBSWY3DP", "neither"),
            ("otpauth://hotp/x?secret=JBSWY3DP", "no counter"),
            ("otpauth://hotp/x?secret=JBSWY3DP&counter=-1", "counter"),
            ("otpauth://totp/x?secret=JBSWY3DP&digits=5", "digits"),
            ("otpauth://totp/x?secret=JBSWY3DP&digits=11", "digits"),
            ("otpauth://totp/x?secret=JBSWY3DP&period=0", "period"),
            ("otpauth://totp/x?secret=JBSWY3DP&period=99999", "period"),
            ("otpauth://totp/x?secret=JBSWY3DP&algorithm=MD5", "algorithm"),
            ("otpauth://totp/x?secret=JBSWY3DP&secret=JBSWY3DP", "twice"),
            ("otpauth://totp/x?secret=%4", "hexadecimal"), ("otpauth://totp/%?secret=A", "Base32"),
            ("steam://JBSWY3DP", "Steam"),
            ("otpauth://totp/x?secret=JBSWY3DP&encoder=steam", "Steam"),
            (String(repeating: "A", count: 5000), "too long"),
        ]
    )
    func refuses(_ text: String, _ why: String) {
        #expect {
            try OneTimeAddress(SecretBytes(utf8: text))
        } throws: { error in
            guard let failure = error as? Failure else { return false }
            return failure.problem.contains(why) && !failure.message.contains("JBSWY3DP")
        }
    }

    /// Only a counter is for one machine, and only a synchronized item is on several.
    @Test(
        arguments: [
            ("otpauth://hotp/x?secret=JBSWY3DP&counter=1", 1, true),
            ("otpauth://hotp/x?secret=JBSWY3DP&counter=1", 0, false),
            ("otpauth://totp/x?secret=JBSWY3DP", 1, false), ("JBSWY3DP", 1, false),
            ("no address", 1, false),
        ] as [(String, Int64, Bool)]
    )
    func warnsOfSynchronizedCounters(_ secret: String, _ mark: Int64, _ warns: Bool) {
        let item = ListedItem(
            itemClass: .genericPassword,
            attributes: [.service: .string("api"), .synchronizable: .number(mark)]
        )
        let warning = OneTimeAddress.warning(about: item, SecretBytes(utf8: secret))
        #expect((warning != nil) == warns)
        #expect(warning?.contains("'keychainctl edit api --no-synchronizable") ?? true)
        #expect(warning?.contains("JBSWY3DP") != true)
    }
}

@Suite struct Base32Tests {
    /// RFC 4648 §10.
    @Test(
        "writes and reads the vectors of RFC 4648",
        arguments: [
            ("f", "MY"), ("fo", "MZXQ"), ("foo", "MZXW6"), ("foob", "MZXW6YQ"),
            ("fooba", "MZXW6YTB"), ("foobar", "MZXW6YTBOI"),
        ]
    )
    func vectors(_ plain: String, _ text: String) throws {
        #expect(Base32.encoded(SecretBytes(utf8: plain)).string() == text)
        for form in [text, text.lowercased(), text + "===", " " + text + " "] {
            let decoded = try #require(Base32.decoded(SecretBytes(utf8: form)))
            #expect(decoded.string() == plain)
        }
    }

    @Test(
        "refuses other texts",
        arguments: [
            "", "=", "A", "MZ", "MZX", "M1", "M8", "MY=Y", "ä", "MZXW6YTBO", "MY\0", "MY\n",
        ]
    )
    func refuses(_ text: String) {
        #expect(Base32.decoded(SecretBytes(utf8: text)) == nil)
    }
}
