import Testing

@testable import PortableKeychain

/// Chains with constraints on names: the judgement of the openssl command and ours.
@Suite(.enabled(if: OpenSSL.isPresent, "needs OpenSSL 3"))
struct OpenSSLConstraintTests {
    struct Row: Sendable, CustomTestStringConvertible {
        /// The constraints of the authorities, the root first; empty for none.
        let constraints: [String]
        /// The alternative names of the last certificate.
        let names: String
        let isTrusted: Bool
        var subject = "CN = Leaf"
        var texts = "utf8only"
        /// The reason why openssl judges otherwise; empty if it agrees.
        var difference = ""

        init(
            _ constraints: String...,
            names: String,
            _ isTrusted: Bool,
            subject: String = "CN = Leaf",
            texts: String = "utf8only",
            difference: String = ""
        ) {
            self.constraints = constraints
            self.names = names
            self.isTrusted = isTrusted
            self.subject = subject
            self.texts = texts
            self.difference = difference
        }

        var testDescription: String { "\(names) \(subject) below \(constraints)" }

        var chain: ConstrainedChain {
            let authorities = constraints.enumerated().map { place, constraints in
                ConstrainedChain.Link(
                    subject: "CN = Authority \(place)",
                    extensions: "basicConstraints = critical,CA:true\n"
                        + (constraints.isEmpty ? "" : "nameConstraints = critical,\(constraints)")
                )
            }
            let leaf = ConstrainedChain.Link(
                subject: subject,
                extensions: names.isEmpty ? "" : "subjectAltName = \(names)",
                texts: texts
            )
            return ConstrainedChain(links: authorities + [leaf])
        }
    }

    static let hosts: [Row] = [
        Row("", "permitted;DNS:corp.example", names: "DNS:corp.example", true),
        Row("", "permitted;DNS:corp.example", names: "DNS:www.corp.example", true),
        Row("", "permitted;DNS:corp.example", names: "DNS:WWW.CORP.EXAMPLE", true),
        Row("", "permitted;DNS:corp.example", names: "DNS:*.corp.example", true),
        Row("", "permitted;DNS:corp.example", names: "DNS:notcorp.example", false),
        Row("", "permitted;DNS:corp.example", names: "DNS:a.corp.example,DNS:evil.test", false),
        Row("", "permitted;DNS:corp.example", names: "email:ann@evil.test", true),
        Row("", "permitted;DNS:corp.example,permitted;DNS:b.test", names: "DNS:x.b.test", true),
        Row("", "permitted;DNS:.corp.example", names: "DNS:www.corp.example", true),
        Row("", "permitted;DNS:.corp.example", names: "DNS:corp.example", false),
        Row("", "excluded;DNS:corp.example", names: "DNS:www.corp.example", false),
        Row("", "excluded;DNS:corp.example", names: "DNS:evil.test", true),
        Row(
            "",
            "excluded;DNS:www.corp.example",
            names: "DNS:*.corp.example",
            false,
            difference: "openssl does not look at what a wildcard stands for"
        ),
        Row(
            "",
            "permitted;DNS:corp.example,excluded;DNS:hr.corp.example",
            names: "DNS:www.corp.example",
            true
        ),
        Row(
            "",
            "permitted;DNS:corp.example,excluded;DNS:hr.corp.example",
            names: "DNS:a.hr.corp.example",
            false
        ),
        // Constraints of several authorities, the anchor among them.
        Row("permitted;DNS:corp.example", "", names: "DNS:www.corp.example", true),
        Row("permitted;DNS:corp.example", "", names: "DNS:evil.test", false),
        Row("permitted;DNS:example", "permitted;DNS:corp.example", names: "DNS:a.example", false),
        Row("permitted;DNS:corp.example", "permitted;DNS:example", names: "DNS:a.example", false),
        Row("permitted;DNS:corp.example", "permitted;DNS:b.test", names: "DNS:b.test", false),
        Row("permitted;DNS:example", "permitted;DNS:corp.example", names: "DNS:corp.example", true),
        Row("excluded;DNS:hr.example", "permitted;DNS:example", names: "DNS:hr.example", false),
        Row(
            "",
            "permitted;DNS:corp.example",
            names: "",
            true,
            subject: "CN = evil.test",
            difference: "openssl reads common names as hosts, which no host is found by here"
        ),
    ]

    static let mail: [Row] = [
        Row("", "permitted;email:corp.example", names: "email:ann@corp.example", true),
        Row("", "permitted;email:corp.example", names: "email:ann@CORP.example", true),
        Row("", "permitted;email:corp.example", names: "email:ann@a.corp.example", false),
        Row("", "permitted;email:.corp.example", names: "email:ann@a.corp.example", true),
        Row("", "permitted;email:.corp.example", names: "email:ann@corp.example", false),
        Row("", "permitted;email:ann@corp.example", names: "email:ann@corp.example", true),
        Row("", "permitted;email:ann@corp.example", names: "email:bob@corp.example", false),
        Row("", "permitted;email:ann@corp.example", names: "email:ANN@corp.example", false),
        Row("", "excluded;email:ann@corp.example", names: "email:ann@corp.example", false),
        Row(
            "",
            "excluded;email:ann@corp.example",
            names: "email:ANN@corp.example",
            false,
            difference: "openssl takes them for two mailboxes"
        ),
        Row("", "excluded;email:corp.example", names: "email:ann@other.example", true),
        Row(
            "",
            "permitted;email:corp.example",
            names: "",
            false,
            subject: "CN = Leaf\nemailAddress = ann@evil.test"
        ),
        Row(
            "",
            "permitted;email:corp.example",
            names: "",
            true,
            subject: "CN = Leaf\nemailAddress = ann@corp.example"
        ),
    ]

    static let others: [Row] = [
        Row("", "permitted;URI:corp.example", names: "URI:https://corp.example/a", true),
        Row("", "permitted;URI:corp.example", names: "URI:https://corp.example:8443/a", true),
        Row("", "permitted;URI:corp.example", names: "URI:https://a.corp.example/", false),
        Row("", "permitted;URI:.corp.example", names: "URI:https://a.corp.example/", true),
        Row("", "permitted;URI:.corp.example", names: "URI:https://corp.example/", false),
        Row("", "permitted;URI:corp.example", names: "URI:urn:x", false),
        Row("", "excluded;URI:corp.example", names: "URI:https://corp.example/", false),
        Row("", "excluded;URI:corp.example", names: "URI:https://other.example/", true),
        Row(
            "",
            "permitted;URI:corp.example",
            names: "URI:https://corp.example:x@evil.test/",
            false,
            difference: "openssl takes the user for the host"
        ),
        Row("", "permitted;IP:192.0.2.0/255.255.255.0", names: "IP:192.0.2.7", true),
        Row("", "permitted;IP:192.0.2.0/255.255.255.0", names: "IP:192.0.3.7", false),
        Row("", "permitted;IP:192.0.2.0/255.255.255.0", names: "IP:2001:db8::1", false),
        Row("", "excluded;IP:192.0.2.0/255.255.255.0", names: "IP:192.0.2.7", false),
        Row("", "excluded;IP:192.0.2.0/255.255.255.0", names: "IP:2001:db8::1", true),
        Row("", "permitted;IP:2001:db8::/ffff:ffff::", names: "IP:2001:db8::1", true),
        Row("", "permitted;IP:2001:db8::/ffff:ffff::", names: "IP:2001:db9::1", false),
        Row(
            "",
            "permitted;IP:192.0.2.0/255.0.255.0",
            names: "IP:192.9.2.7",
            false,
            difference: "openssl accepts masks with gaps, which RFC 4632 does not know"
        ),
        Row("", "permitted;dirName:corp", names: "", true, subject: "O = Corp\nCN = Leaf"),
        Row("", "permitted;dirName:corp", names: "", true, subject: "O = CORP \nCN = Leaf"),
        Row(
            "",
            "permitted;dirName:corp",
            names: "",
            true,
            subject: "O = corp\nCN = Leaf",
            texts: "default"
        ),
        Row("", "permitted;dirName:corp", names: "", false, subject: "CN = Leaf\nO = Corp"),
        Row("", "permitted;dirName:corp", names: "", false, subject: "O = Corporation"),
        Row("", "permitted;dirName:corp", names: "dirName:other", false, subject: "O = Corp"),
        Row("", "excluded;dirName:corp", names: "", false, subject: "O = Corp\nCN = Leaf"),
        Row("", "excluded;dirName:corp", names: "", true, subject: "O = Other"),
        Row("", "permitted;RID:1.2.3", names: "RID:1.2.3", false),
        Row("", "permitted;RID:1.2.3", names: "DNS:corp.example", true),
        Row("", "excluded;otherName:1.2.3;UTF8:a", names: "otherName:1.2.3;UTF8:b", false),
    ]

    @Test(arguments: hosts + mail + others)
    func agreeOnNames(row: Row) throws {
        try judge(row.chain, row.isTrusted, agrees: row.difference.isEmpty)
    }

    /// An authority that issued itself, as for a new key, is not limited; the last certificate is.
    @Test(
        arguments: [("O = Corp", "O = Corp", true), ("O = Corp", "O = Other", false)]
    )
    func exemptAuthoritiesThatIssueThemselves(top: String, below: String, isTrusted: Bool) throws {
        let authority = "basicConstraints = critical,CA:true\n"
        let constraints = "nameConstraints = critical,permitted;dirName:other"
        let leaf = ConstrainedChain.Link(subject: "O = Other\nCN = Leaf", extensions: "")
        let links = [
            ConstrainedChain.Link(subject: "O = Root", extensions: authority),
            ConstrainedChain.Link(subject: top, extensions: authority + constraints),
            // With another path length, so that it is not the same certificate.
            ConstrainedChain.Link(
                subject: below,
                extensions: "basicConstraints = critical,CA:true,pathlen:3"
            ),
        ]
        // Below one that issued itself, and below one that is within the subtree, a name within it
        // is good; and nothing outside of it is.
        try judge(ConstrainedChain(links: links + [leaf]), true)
        let outside = ConstrainedChain.Link(subject: "O = Corp\nCN = Leaf", extensions: "")
        try judge(ConstrainedChain(links: links + [outside]), false)
        try judge(ConstrainedChain(links: links), !isTrusted)
    }

    private func judge(_ chain: ConstrainedChain, _ isTrusted: Bool, agrees: Bool = true) throws {
        let openSSL = try OpenSSL()
        let certificates = try chain.made(by: openSSL)
        let certificate = try #require(certificates.last)
        let anchor = try #require(certificates.first)
        do throws(CertificateTrustError) {
            let path = try certificate.evaluateTrust(
                anchors: [anchor],
                intermediates: certificates
            )
            #expect(isTrusted)
            #expect(path == certificates.reversed())
        } catch {
            #expect(!isTrusted)
            #expect([.forbiddenName, .unknownExtension].contains(error.cause), "\(error)")
        }
        #expect(try chain.isVerified(by: openSSL) == (isTrusted == agrees))
    }
}
