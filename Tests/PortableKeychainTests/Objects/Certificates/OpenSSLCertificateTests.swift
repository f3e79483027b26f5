import Foundation
import Testing

@testable import PortableKeychain

/// Certificates that the openssl command makes, and its description of them.
@Suite(.enabled(if: OpenSSL.isPresent, "needs OpenSSL 3"))
struct OpenSSLCertificateTests {
    static let keys: [[String]] = [
        ["-newkey", "rsa:2048"],
        ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"],
        ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-384", "-sha384"],
        ["-newkey", "ed25519"],
    ]

    @Test(arguments: keys)
    func agreeOnWhatTheySay(key: [String]) throws {
        let openSSL = try OpenSSL()
        let serial = "0x7A" + String(repeating: "0B", count: 15)
        try openSSL.run(
            ["req", "-x509", "-nodes", "-keyout", "key.pem", "-out", "cert.pem", "-utf8"] + key + [
                "-subj", "/C=CH/O=Ünion/CN=Ann", "-set_serial", serial, "-days", "10",
                "-addext", "subjectAltName=DNS:a.example.org,email:ann@example.org",
            ]
        )
        let certificate = try #require(try X509Certificate.all(in: openSSL.read("cert.pem")).first)
        let said = try text(openSSL, ["-serial", "-startdate", "-enddate", "-dateopt", "iso_8601"])
        #expect(
            said == """
                serial=\(hexadecimal(certificate.serialNumber))
                notBefore=\(moment(certificate.validity.notBefore))
                notAfter=\(moment(certificate.validity.notAfter))

                """
        )
        let names = try text(openSSL, ["-ext", "subjectAltName"])
        for name in certificate.dnsNames + certificate.emailAddresses {
            #expect(names.contains(":" + name))
        }
        #expect(certificate.subjectSummary == "Ann")
        #expect(certificate.isSigned(by: certificate))

        // The key, and the identifier that is made of its bits.
        try openSSL.run(["x509", "-in", "cert.pem", "-pubkey", "-noout", "-out", "public.pem"])
        try openSSL.run(["pkey", "-pubin", "-in", "public.pem", "-outform", "DER", "-out", "k.der"])
        #expect(try openSSL.read("k.der") == certificate.subjectPublicKeyInfo)
        #expect(certificate.subjectKeyIdentifier == certificate.publicKeyHash)
        #expect(try openSSL.key("key.pem").publicKey == certificate.publicKey())

        // And back.
        try openSSL.write(Array(certificate.pem.utf8), "ours.pem")
        try openSSL.run(["x509", "-in", "ours.pem", "-outform", "DER", "-out", "ours.der"])
        #expect(try openSSL.read("ours.der") == certificate.der)
    }

    /// The same judgement of the same chains.
    @Test(
        arguments: [
            ("basicConstraints=critical,CA:true", true),
            ("basicConstraints=critical,CA:true,pathlen:0", true),
            ("basicConstraints=critical,CA:false", false),
            ("basicConstraints=critical,CA:true\nkeyUsage=critical,digitalSignature", false),
        ]
    )
    func agreeOnChains(extensions: String, isTrusted: Bool) throws {
        let openSSL = try OpenSSL()
        try openSSL.write(Array(extensions.utf8), "authority.txt")
        try openSSL.run(
            ["req", "-x509", "-nodes", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"]
                + ["-keyout", "root.key", "-out", "root.pem", "-subj", "/CN=R", "-days", "9"]
        )
        try issue(openSSL, "middle", by: "root", ["-extfile", "authority.txt"])
        try issue(openSSL, "leaf", by: "middle", [])
        let certificates = try ["leaf", "middle", "root"].map { name in
            try #require(try X509Certificate.all(in: openSSL.read(name + ".pem")).first)
        }
        let path = try? certificates[0].evaluateTrust(
            anchors: [certificates[2]],
            intermediates: certificates
        )
        let verified = try? openSSL.run(
            ["verify", "-CAfile", "root.pem", "-untrusted", "middle.pem", "leaf.pem"]
        )
        #expect((verified != nil) == isTrusted)
        #expect(path == (isTrusted ? certificates : nil))
    }

    /// A short key of an authority is too weak for TLS, even that of an anchor.
    @Test func refuseShortKeysOfAuthorities() throws {
        let openSSL = try OpenSSL()
        try openSSL.run(
            ["req", "-x509", "-nodes", "-newkey", "rsa:1024", "-sha256", "-keyout", "root.key"]
                + ["-out", "root.pem", "-subj", "/CN=R", "-days", "9"]
        )
        try issue(openSSL, "leaf", by: "root", [])
        let path = try ["leaf", "root"].map { name in
            try #require(try X509Certificate.all(in: openSSL.read(name + ".pem")).first)
        }
        #expect(try path[0].evaluateTrust(anchors: [path[1]]) == path)
        let refusal = #expect(throws: CertificateTrustError.self) {
            try path[0].evaluateTrust(for: .tlsServer(host: nil), anchors: [path[1]])
        }
        #expect(refusal?.certificate == path[1])
        #expect(
            refusal?.reason == """
                The certificate "R" has a key that is not supported or too weak: RSA keys need at \
                least 1,024 bits, and 2,048 bits for TLS.
                """
        )
    }

    private func issue(
        _ openSSL: OpenSSL,
        _ name: String,
        by issuer: String,
        _ options: [String]
    ) throws {
        try openSSL.run(
            ["req", "-new", "-nodes", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"]
                + ["-keyout", name + ".key", "-out", name + ".csr", "-subj", "/CN=\(name)"]
        )
        try openSSL.run(
            ["x509", "-req", "-in", name + ".csr", "-out", name + ".pem", "-days", "8"]
                + ["-CA", issuer + ".pem", "-CAkey", issuer + ".key", "-set_serial", "9"] + options
        )
    }

    private func text(_ openSSL: OpenSSL, _ options: [String]) throws -> String {
        String(
            decoding: try openSSL.run(["x509", "-in", "cert.pem", "-noout"] + options),
            as: UTF8.self
        )
    }

    private func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { String(format: "%02X", $0) }.joined()
    }

    private func moment(_ date: Date) -> String {
        date.ISO8601Format().replacing("T", with: " ")
    }
}
