import Crypto
import CryptoExtras
import Foundation
import Testing

@testable import PortableKeychain

/// Keys, certificates and identities by the native verbs.
@Suite struct KeyAndCertificateTests {
    let keychain: Keychain
    let tag = "com.example.signing"

    init() throws {
        keychain = try .inMemory(.init(applicationIdentifier: "app", accessGroups: ["team"]))
    }

    @Test func keysComeOutAsWhatTheyWere() throws {
        let key = P256.Signing.PrivateKey()
        let stored = try keychain.add(Key(tag: tag, label: "Signing"), key: key)
        #expect(stored.tag == tag)
        #expect(stored.label == "Signing")
        #expect(stored.keyClass == .privateKey)
        #expect(stored.keyType == .ellipticCurve)
        #expect(stored.sizeInBits == 256)
        #expect(try stored.applicationLabel == key.keyMaterial.applicationLabel)
        #expect([stored.canSign, stored.canDecrypt, stored.canDerive] == [true, true, true])
        #expect([stored.canVerify, stored.canEncrypt] == [false, false])
        #expect(stored.accessibility == .whenUnlocked)

        let found = try keychain.key(.key(tag: tag), as: P256.Signing.PrivateKey.self)
        #expect(found?.rawRepresentation == key.rawRepresentation)
        #expect(try keychain.key(.key(tag: tag)) == key.keyMaterial)
        #expect(try keychain.key(.key(tag: "absent")) == nil)
        let again = try keychain.item(.identity(of: stored))
        for (name, value) in stored.attributes {
            #expect(again?.attributes[name] == value, "\(name.name)")
        }
    }

    @Test(arguments: [
        (Matching.key(tag: "a"), 1), (.key(label: "A"), 1), (.key(keyClass: .privateKey), 2),
        (.key(keyClass: .publicKey), 1), (.key(type: .ed25519), 1), (.key(type: .rsa), 0),
        (.key(tag: "b", keyClass: .privateKey), 1), (.all, 3),
    ])
    func keysAreFoundByWhatIsGiven(_ matching: Matching<Key>, _ count: Int) throws {
        try keychain.add(Key(tag: "a", label: "A"), key: Curve25519.Signing.PrivateKey())
        try keychain.generateKey(for: Key(tag: "b"), storing: .pair)
        #expect(try keychain.keys(matching).count == count)
        #expect(try keychain.items(matching).count == count)
    }

    @Test func theWrongTypeIsNamed() throws {
        try keychain.add(Key(tag: tag), key: _RSA.Signing.PrivateKey(keySize: .bits2048))
        let error = #expect(throws: KeychainError.self) {
            _ = try keychain.key(.key(tag: tag), as: P256.Signing.PrivateKey.self)
        }
        #expect(error?.code == .invalidParameter)
        let reason = error?.reason ?? ""
        #expect(reason.contains("private RSA key of 2048 bits"))
        #expect(reason.contains("P256.Signing.PrivateKey"))
    }

    @Test func pairsAreStoredTogetherOrNotAtAll() throws {
        let key = try keychain.generateKey(
            .p384,
            for: Key(tag: tag),
            storing: .pair
        )
        let halves = try keychain.keys(.key(tag: tag))
        #expect(halves == [key, key.publicKey])
        #expect(try keychain.keys(.key(applicationLabel: key.applicationLabel)).count == 2)

        #expect(throws: KeychainError(.missingEntitlement)) {
            try keychain.generateKey(for: Key(tag: "x", accessGroup: "no"), storing: .pair)
        }
        #expect(throws: KeychainError(.invalidParameter)) {
            try keychain.generateKey(.rsa(bits: 1), for: Key(tag: "x"))
        }
        #expect(try !keychain.contains(.key(tag: "x")))
    }

    @Test func pairsAreStoredThroughAContext() throws {
        let context = AuthenticationContext()
        try keychain.authenticating(with: context)
            .generateKey(.ed25519, for: Key(tag: tag), storing: .pair)
        #expect(try keychain.keys(.key(tag: tag)).count == 2)
    }

    @Test func certificatesComeOutAsTheyWere() throws {
        let certificate = try KnownIdentity.certificate()
        let stored = try keychain.add(certificate: certificate)
        #expect(stored.label == "server.example")
        #expect(stored.subject == certificate.normalizedSubject)
        #expect(stored.issuer == certificate.normalizedIssuer)
        #expect(stored.serialNumber == certificate.serialNumber)
        #expect(stored.subjectKeyID == certificate.subjectKeyIdentifier)
        #expect(stored.publicKeyHash == certificate.publicKeyHash)
        #expect(stored.accessibility == .always)
        #expect(throws: KeychainError(.duplicateItem)) {
            try keychain.add(Certificate(label: "Again"), certificate: certificate)
        }
        #expect(try keychain.certificate(.identity(of: stored)) == certificate)
    }

    @Test func certificatesAreFoundByWhatIsGiven() throws {
        let certificate = try KnownIdentity.certificate()
        try keychain.add(certificate: certificate)
        let then = Date(timeIntervalSinceReferenceDate: 900_000_000)
        let rows: [(Matching<Certificate>, Bool)] = [
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
            #expect(try keychain.certificates(matching).isEmpty != isFound, "\(matching)")
        }
    }

    @Test func identitiesAreACertificateAndItsKey() throws {
        let material = try KnownIdentity.material()
        let stored = try keychain.add(Identity(tag: tag), identity: material)
        #expect(stored.tag == tag)
        #expect(stored.publicKeyHash == stored.applicationLabel)

        let found = try #require(try keychain.identity(.identity(label: "server.example")))
        #expect(found == material)
        let message = Array("hello".utf8)
        let signature = try found.privateKey.sign(message, .ecdsaSignatureMessageX962SHA256)
        try found.certificate.publicKey()
            .verify(signature, of: message, .ecdsaSignatureMessageX962SHA256)
        let theirs = try found.privateKey.converted(to: P256.Signing.PrivateKey.self)
        #expect(try theirs.rawRepresentation == KnownIdentity.key().rawRepresentation)

        #expect(try keychain.identities(.identity(tag: tag)).count == 1)
        #expect(try keychain.identities(.identity(issuer: material.certificate.issuer)).count == 1)
        #expect(try keychain.identity(.identity(label: "other")) == nil)
        #expect(try keychain.item(Matching<Identity>.all)?.keyType == .ellipticCurve)
        #expect(
            try keychain.entries(Matching<Identity>.all).map(\.item.label) == ["server.example"]
        )
        #expect(throws: KeychainError(.duplicateItem)) {
            try keychain.add(identity: material)
            try keychain.add(identity: material)
        }
    }

    @Test func identitiesArriveInTwoParts() throws {
        try keychain.add(certificate: KnownIdentity.certificate())
        #expect(try keychain.identity(.all) == nil)
        try keychain.add(Key(tag: tag), key: KnownIdentity.key())
        #expect(try keychain.identity(.all) == KnownIdentity.material())
    }

    @Test func strangersMakeNoIdentity() throws {
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
        try keychain.add(identity: KnownIdentity.material())
        let reference = try #require(try keychain.reference(Matching<Identity>.all))
        #expect(try keychain.delete(.reference(reference)) == 2)
        #expect(try keychain.keys(.all).isEmpty)
        #expect(try keychain.certificates(.all).isEmpty)
    }

    @Test func labelsChange() throws {
        try keychain.generateKey(for: Key(tag: tag))
        #expect(try keychain.update(.key(tag: tag)) { $0.label = "New" } == 1)
        #expect(try keychain.item(.key(tag: tag))?.label == "New")
        #expect(try keychain.delete(.key(tag: tag)) == 1)
    }

    @Test func whatWaitsGoesToTheBackground() async throws {
        try keychain.generateKey(for: Key(tag: tag))
        let keychain = keychain
        let tag = tag
        let key = try await keychain.inBackground { keychain throws(KeychainError) in
            try keychain.key(.key(tag: tag))
        }
        #expect(key?.keyClass == .privateKey)
        let secret = try await keychain.inBackground { keychain throws(KeychainError) in
            try keychain.secret(.key(tag: tag))
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
        var key = Key(tag: tag)
        key.accessControl = control
        #expect(key.accessControl == control)
        #expect(control.needsAuthentication)
    }
}
