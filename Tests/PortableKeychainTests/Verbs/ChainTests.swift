import Foundation
import KeychainTesting
import Testing

@testable import PortableKeychain

/// Identities with the certificates of their issuers.
@Suite(.enabled(if: OpenSSL.isPresent)) struct ChainTests {
    let keychain: Keychain
    let openSSL: OpenSSL
    let chain: IssuedChain

    init() throws {
        keychain = try .inMemory(.init(applicationIdentifier: "app", accessGroups: ["team"]))
        openSSL = try OpenSSL()
        chain = try IssuedChain(by: openSSL)
    }

    @Test func comesBackInOrder() throws {
        let item = IdentityItem(tag: "tls", label: "Mine", accessGroup: "team")
        let stored = try keychain.identities.add(
            chain.identity,
            chain: [chain.root, chain.identity.certificate, chain.authority],
            for: item
        )
        #expect(stored.label == "Mine")
        #expect(stored.tag == "tls")
        let certificates = keychain.certificates
        #expect(try certificates.chain(of: chain.identity.certificate) == chain.certificates)
        #expect(try certificates.chain(of: chain.authority) == [chain.authority, chain.root])
        #expect(try certificates.chain(of: chain.root) == [chain.root])
        let items = try keychain.items(matching: KeychainQuery<CertificateItem>.all)
        #expect(items.map(\.label) == ["Mine", "Root", "Authority"])
        #expect(Set(items.map(\.accessGroup)) == ["team"])
    }

    @Test func storedIssuersStayAsTheyAre() throws {
        try keychain.certificates.add(chain.root, for: CertificateItem(label: "Known"))
        try keychain.identities.add(chain.identity, chain: chain.certificates)
        let items = try keychain.items(matching: KeychainQuery<CertificateItem>.all)
        #expect(items.map(\.label) == ["Known", "Leaf", "Authority"])
        #expect(
            try keychain.certificates.chain(of: chain.identity.certificate) == chain.certificates
        )
    }

    @Test func aStoredIdentityIsRefusedWithAllOfIt() throws {
        try keychain.identities.add(chain.identity)
        #expect(throws: KeychainError(.duplicateItem)) {
            try keychain.identities.add(chain.identity, chain: chain.certificates)
        }
        #expect(try keychain.certificates.all() == [chain.identity.certificate])
    }

    /// The data that the token needs are read from the keychain, which is not done within a change.
    @Test func aCertificateJoinsAKeyInAToken() throws {
        var configuration = Keychain.Configuration()
        configuration.token = SoftwareToken()
        let keychain = try Keychain.inMemory(configuration)
        let made = try keychain.keys.generate(for: KeyItem(tag: "chip"), heldBy: .token)
        try openSSL.write(made.publicKey, "chip.key")
        try openSSL.run(
            ["x509", "-new", "-force_pubkey", "chip.key", "-subj", "/CN=Chip", "-days", "3"]
                + ["-CA", "authority.pem", "-CAkey", "authority.key", "-out", "chip.pem"]
        )
        let certificate = try #require(try X509Certificate.all(in: openSSL.read("chip.pem")).first)
        let item = IdentityItem(tag: "chip")
        try keychain.identities.add(
            IdentityMaterial(certificate: certificate, privateKey: made),
            chain: [chain.authority, chain.root],
            for: item
        )
        let found = try #require(try keychain.identities.only(matching: .all))
        #expect(found.certificate == certificate)
        let algorithm = KeyAlgorithm.ecdsaSignatureMessageX962SHA256
        let signature = try found.privateKey.sign([1, 2, 3], algorithm)
        try made.publicKey.verify(signature, of: [1, 2, 3], algorithm)
        #expect(try keychain.keys.all().count == 1)
        #expect(throws: KeychainError(.duplicateItem)) {
            try keychain.identities.add(found, for: item)
        }
    }

    /// Another authority of the same name signed nothing here.
    @Test func aNameIsNotEnough() throws {
        let stranger = try openSSL.certificate(
            "stranger",
            subject: "/CN=Authority",
            isAuthority: true,
            issuer: "root",
            days: 99
        )
        try keychain.certificates.add(stranger)
        let certificate = chain.identity.certificate
        #expect(try keychain.certificates.chain(of: certificate) == [certificate])
        try keychain.identities.add(chain.identity, chain: chain.certificates)
        #expect(try keychain.certificates.chain(of: certificate) == chain.certificates)
    }

    @Test func theCertificateThatIsValidForLongestIsTaken() throws {
        let renewed = try openSSL.certificate(
            "renewed",
            subject: "/CN=Authority",
            isAuthority: true,
            issuer: "root",
            key: "authority",
            days: 99
        )
        try keychain.identities.add(chain.identity, chain: chain.certificates + [renewed])
        let certificate = chain.identity.certificate
        #expect(
            try keychain.certificates.chain(of: certificate) == [certificate, renewed, chain.root]
        )
    }

    /// The name decides where the signature cannot be checked here.
    @Test func issuersByNameWhereTheSignatureIsTooOld() throws {
        let old = try openSSL.certificate(
            "old",
            subject: "/CN=Old",
            issuer: "authority",
            digest: "sha1"
        )
        try keychain.identities.add(chain.identity, chain: chain.certificates)
        #expect(
            try keychain.certificates.chain(of: old) == [old, chain.authority, chain.root]
        )
    }

    /// File, keychain, file: openssl writes the first and reads the last.
    @Test func goesThroughBundles() throws {
        try openSSL.write(
            try openSSL.read("root.pem") + openSSL.read("authority.pem"),
            "issuers.pem"
        )
        try openSSL.run(
            "pkcs12",
            "-export",
            "-inkey",
            "leaf.key",
            "-in",
            "leaf.pem",
            "-certfile",
            "issuers.pem",
            "-name",
            "Mine",
            "-passout",
            "pass:one",
            "-out",
            "in.p12"
        )
        let bundle = try PKCS12(openSSL.read("in.p12"), passphrase: .utf8("one"))
        let read = try #require(bundle.identities.first)
        #expect(read.chain == chain.certificates)
        try keychain.identities.add(
            IdentityMaterial(certificate: read.certificate, privateKey: read.privateKey),
            chain: read.chain
        )

        let found = try #require(try keychain.identities.only(matching: .all))
        let written = try PKCS12.encode(
            certificate: found.certificate,
            privateKey: found.privateKey,
            chain: keychain.certificates.chain(of: found.certificate),
            friendlyName: nil,
            passphrase: .utf8("two"),
            rounds: 2048
        )
        try openSSL.write(written, "out.p12")
        let opening = ["pkcs12", "-in", "out.p12", "-passin", "pass:two", "-nodes", "-out"]
        try openSSL.run(opening + ["certificates.pem", "-nokeys"])
        let certificates = try X509Certificate.all(in: openSSL.read("certificates.pem"))
        #expect(certificates == chain.certificates)
        try openSSL.run(opening + ["bags.pem", "-nocerts"])
        try openSSL.run("pkey", "-in", "bags.pem", "-out", "out.key")
        #expect(try openSSL.key("out.key") == chain.identity.privateKey)
        try openSSL.run(
            "verify",
            "-CAfile",
            "root.pem",
            "-untrusted",
            "certificates.pem",
            "leaf.pem"
        )
    }
}
