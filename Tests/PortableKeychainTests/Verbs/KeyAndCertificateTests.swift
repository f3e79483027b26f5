import Crypto
import CryptoExtras
import Foundation
import Testing

@_spi(Keepers) @testable import PortableKeychain

/// Keys, certificates and identities by the native verbs.
@Suite struct KeyAndCertificateTests {
    let keychain: Keychain
    let tag = "com.example.signing"

    init() throws {
        keychain = try .inMemory(.init(applicationIdentifier: "app", accessGroups: ["team"]))
    }

    @Test func keysComeOutAsWhatTheyWere() throws {
        let key = P256.Signing.PrivateKey()
        let stored = try keychain.keys.add(key, for: KeyItem(tag: tag, label: "Signing"))
        #expect(stored.tag == tag)
        #expect(stored.label == "Signing")
        #expect(stored.keyClass == .privateKey)
        #expect(stored.keyType == .ellipticCurve)
        #expect(stored.sizeInBits == 256)
        #expect(try stored.applicationLabel == key.keyMaterial.applicationLabel)
        #expect([stored.canSign, stored.canDecrypt, stored.canDerive] == [true, true, true])
        #expect([stored.canVerify, stored.canEncrypt] == [false, false])
        #expect(stored.accessibility == .whenUnlocked)

        let found = try keychain.keys.only(
            matching: .key(tag: tag),
            as: P256.Signing.PrivateKey.self
        )
        #expect(found?.rawRepresentation == key.rawRepresentation)
        #expect(try keychain.keys.only(matching: .key(tag: tag)) == key.keyMaterial)
        #expect(try keychain.keys.only(matching: .key(tag: "absent")) == nil)
        let again = try keychain.item(matching: .exactly(stored))
        for (name, value) in stored.attributes {
            #expect(again?.attributes[name] == value, "\(name.name)")
        }
    }

    @Test(arguments: [
        (KeychainQuery.key(tag: "a"), 1), (.key(label: "A"), 1), (.key(keyClass: .privateKey), 2),
        (.key(keyClass: .publicKey), 1), (.key(type: .ed25519), 1), (.key(type: .rsa), 0),
        (.key(tag: "b", keyClass: .privateKey), 1), (.all, 3),
    ])
    func keysAreFoundByWhatIsGiven(_ matching: KeychainQuery<KeyItem>, _ count: Int) throws {
        try keychain.keys.add(Curve25519.Signing.PrivateKey(), for: KeyItem(tag: "a", label: "A"))
        try keychain.keys.generate(for: KeyItem(tag: "b"), storesPublicKey: true)
        #expect(try keychain.keys.all(matching: matching).count == count)
        #expect(try keychain.items(matching: matching).count == count)
    }

    @Test func theWrongTypeIsNamed() throws {
        try keychain.keys.add(_RSA.Signing.PrivateKey(keySize: .bits2048), for: KeyItem(tag: tag))
        let error = #expect(throws: KeychainError.self) {
            _ = try keychain.keys.only(matching: .key(tag: tag), as: P256.Signing.PrivateKey.self)
        }
        #expect(error?.code == .invalidParameter)
        let reason = error?.reason ?? ""
        #expect(reason.contains("private RSA key of 2048 bits"))
        #expect(reason.contains("P256.Signing.PrivateKey"))
    }

    @Test func pairsAreStoredTogetherOrNotAtAll() throws {
        let key = try keychain.keys.generate(
            .p384,
            for: KeyItem(tag: tag),
            storesPublicKey: true
        )
        let halves = try keychain.keys.all(matching: .key(tag: tag))
        #expect(halves == [key, key.publicKey])
        #expect(
            try keychain.keys.all(matching: .key(applicationLabel: key.applicationLabel)).count == 2
        )

        #expect(throws: KeychainError(.missingEntitlement)) {
            try keychain.keys.generate(
                for: KeyItem(tag: "x", accessGroup: "no"),
                storesPublicKey: true
            )
        }
        #expect(throws: KeychainError(.invalidParameter)) {
            try keychain.keys.generate(.rsa(bits: 1), for: KeyItem(tag: "x"))
        }
        #expect(try !keychain.contains(.key(tag: "x")))
    }

    @Test func pairsAreStoredThroughAContext() throws {
        let context = AuthenticationContext()
        try keychain.authenticating(with: context)
            .keys.generate(.ed25519, for: KeyItem(tag: tag), storesPublicKey: true)
        #expect(try keychain.keys.all(matching: .key(tag: tag)).count == 2)
    }

    @Test func certificatesComeOutAsTheyWere() throws {
        let certificate = try KnownIdentity.certificate()
        let stored = try keychain.certificates.add(certificate)
        #expect(stored.label == "server.example")
        #expect(stored.subject == certificate.normalizedSubject)
        #expect(stored.issuer == certificate.normalizedIssuer)
        #expect(stored.serialNumber == certificate.serialNumber)
        #expect(stored.subjectKeyID == certificate.subjectKeyIdentifier)
        #expect(stored.publicKeyHash == certificate.publicKeyHash)
        #expect(stored.accessibility == .always)
        #expect(throws: KeychainError(.duplicateItem)) {
            try keychain.certificates.add(certificate, for: CertificateItem(label: "Again"))
        }
        #expect(try keychain.certificates.only(matching: .exactly(stored)) == certificate)
    }

    @Test func certificatesAreFoundByWhatIsGiven() throws {
        let certificate = try KnownIdentity.certificate()
        try keychain.certificates.add(certificate)
        let then = Date(timeIntervalSinceReferenceDate: 900_000_000)
        let rows: [(KeychainQuery<CertificateItem>, Bool)] = [
            (.certificate(label: "server.example"), true), (.certificate(label: "other"), false),
            (.certificate(subject: certificate.subject), true),
            (.certificate(subject: certificate.normalizedSubject), true),
            (.certificate(issuer: certificate.issuer), true),
            (.certificate(issuer: [0x30, 0]), false),
            (.certificate(serialNumber: certificate.serialNumber), true),
            (.certificate(publicKeyHash: certificate.publicKeyHash), true),
            (.all.validOn(then), true), (.all.validOn(Date(timeIntervalSince1970: 0)), false),
            (.all.emailAddress("admin@server.example"), true),
            (.all.emailAddress("nobody@server.example"), false),
            (.all.issuedBy(certificate), true),
        ]
        for (matching, isFound) in rows {
            #expect(
                try keychain.certificates.all(matching: matching).isEmpty != isFound,
                "\(matching)"
            )
        }
    }

    @Test func identitiesAreACertificateAndItsKey() throws {
        let material = try KnownIdentity.material()
        let stored = try keychain.identities.add(material, for: IdentityItem(tag: tag))
        #expect(stored.tag == tag)
        #expect(stored.publicKeyHash == stored.applicationLabel)

        let found = try #require(
            try keychain.identities.only(matching: .identity(label: "server.example"))
        )
        #expect(found == material)
        let message = Array("hello".utf8)
        let signature = try found.privateKey.sign(message, .ecdsaSignatureMessageX962SHA256)
        try found.certificate.publicKey()
            .verify(signature, of: message, .ecdsaSignatureMessageX962SHA256)
        let theirs = try found.privateKey.converted(to: P256.Signing.PrivateKey.self)
        #expect(try theirs.rawRepresentation == KnownIdentity.key().rawRepresentation)

        #expect(try keychain.identities.all(matching: .identity(tag: tag)).count == 1)
        #expect(
            try keychain.identities.all(matching: .identity(issuer: material.certificate.issuer))
                .count == 1
        )
        #expect(try keychain.identities.only(matching: .identity(label: "other")) == nil)
        #expect(
            try keychain.item(matching: KeychainQuery<IdentityItem>.all)?.keyType == .ellipticCurve
        )
        #expect(
            try keychain.entries(matching: KeychainQuery<IdentityItem>.all).map(\.item.label) == [
                "server.example"
            ]
        )
        #expect(throws: KeychainError(.duplicateItem)) {
            try keychain.identities.add(material)
            try keychain.identities.add(material)
        }
    }

    @Test func identitiesArriveInTwoParts() throws {
        try keychain.certificates.add(KnownIdentity.certificate())
        #expect(try keychain.identities.only(matching: .all) == nil)
        try keychain.keys.add(KnownIdentity.key(), for: KeyItem(tag: tag))
        #expect(try keychain.identities.only(matching: .all) == KnownIdentity.material())
    }

    @Test func unrelatedPartsAreNotAnIdentity() throws {
        let certificate = try KnownIdentity.certificate()
        #expect(throws: KeychainError(.invalidParameter)) {
            _ = try IdentityMaterial(
                certificate: certificate,
                privateKey: P256.Signing.PrivateKey()
            )
        }
        #expect(throws: KeychainError(.invalidParameter)) {
            _ = try IdentityMaterial(
                certificate: certificate,
                privateKey: KnownIdentity.key().publicKey
            )
        }
    }

    @Test func identitiesGoByTheirReference() throws {
        try keychain.identities.add(KnownIdentity.material())
        let reference = try #require(
            try keychain.reference(matching: KeychainQuery<IdentityItem>.all)
        )
        #expect(try keychain.delete(matching: .reference(reference)) == 2)
        #expect(try keychain.keys.all(matching: .all).isEmpty)
        #expect(try keychain.certificates.all(matching: .all).isEmpty)
    }

    @Test func labelsChange() throws {
        try keychain.keys.generate(for: KeyItem(tag: tag))
        #expect(try keychain.update(matching: .key(tag: tag)) { $0.label = "New" } == 1)
        #expect(try keychain.item(matching: .key(tag: tag))?.label == "New")
        #expect(try keychain.delete(matching: .key(tag: tag)) == 1)
    }

    @Test func waitingRequestsRunInTheBackground() async throws {
        try keychain.keys.generate(for: KeyItem(tag: tag))
        let keychain = keychain
        let tag = tag
        let key = try await keychain.inBackground { keychain throws(KeychainError) in
            try keychain.keys.only(matching: .key(tag: tag))
        }
        #expect(key?.keyClass == .privateKey)
        let secret = try await keychain.inBackground { keychain throws(KeychainError) in
            try keychain.secret(matching: .key(tag: tag))
        }
        let count = secret?.withUnsafeBytes { $0.count }
        #expect(count == 97)
        await #expect(throws: KeychainError(.noPasscode)) {
            try await keychain.inBackground { keychain throws(KeychainError) in
                try keychain.lock()
            }
        }
    }

    @Test(arguments: [
        (AccessControl.userPresence(), AccessControl.Constraints.userPresence),
        (.passcode(), .devicePasscode), (.applicationPassword(), .applicationPassword),
    ])
    func protectionsAreWhatTheirNamesSay(
        _ control: AccessControl,
        _ constraints: AccessControl.Constraints
    ) throws {
        #expect(try control == AccessControl(.whenUnlocked, constraints: constraints))
        var key = KeyItem(tag: tag)
        key.accessControl = control
        #expect(key.accessControl == control)
        #expect(control.needsAuthentication)
    }
}
