import Crypto
import Foundation
import NIOCore
import NIOEmbedded
import PortableKeychain
import X509

// A server's key and certificate, kept in a keychain instead of two files that are easy to copy.

/// The work of a certificate authority: makes a certificate for a key.
func certificate(for key: P256.Signing.PrivateKey, name: String) throws -> Certificate {
    let subject = try DistinguishedName { CommonName(name) }
    return try Certificate(
        version: .v3,
        serialNumber: Certificate.SerialNumber(),
        publicKey: .init(key.publicKey),
        notValidBefore: .now.addingTimeInterval(-60),
        notValidAfter: .now.addingTimeInterval(90 * 86_400),
        issuer: subject,
        subject: subject,
        signatureAlgorithm: .ecdsaWithSHA256,
        extensions: try .init { SubjectAlternativeNames([.dnsName(name)]) },
        issuerPrivateKey: .init(key)
    )
}

// Yours would be `Keychain.default`; this one is gone when the program ends.
let keychain = try Keychain.inMemory()

// Make a key, and get a certificate for it.
let newKey = P256.Signing.PrivateKey()
let issued = try certificate(for: newKey, name: "server.example")

// Store both, together or not at all.
try keychain.identities.add(
    IdentityMaterial(
        certificate: X509Certificate(der: issued.serializeAsPEM().derBytes),
        privateKey: newKey
    ),
    for: IdentityItem(tag: "com.example.server", label: "server.example")
)
print("stored   the key and the certificate of server.example")

// Another run: find them.
guard
    let identity = try keychain.identities.only(
        matching: .identity(label: "server.example").validOn()
    )
else {
    fatalError("The identity is not there.")
}
let found = try Certificate(derEncoded: identity.certificate.der)
precondition(found == issued)
print("found    \(found.subject), valid until \(found.notValidAfter.formatted(.iso8601))")

// Sign with what was found…
let message = Data("hello".utf8)
let signature = try identity.privateKey.sign(Array(message), .ecdsa(.sha256))
print("signed   \(message.count) bytes: \(signature.count) bytes of signature")

// …and check it as a client would, with the certificate alone and another library.
let publicKey = P256.Signing.PublicKey(found.publicKey)
let isValid = try publicKey?.isValidSignature(.init(derRepresentation: signature), for: message)
precondition(isValid == true)
print("verified with the certificate's public key")

// Libraries take the key as a type of theirs.
let key = try keychain.keys.only(
    matching: .key(tag: "com.example.server"),
    as: P256.Signing.PrivateKey.self
)
precondition(key?.rawRepresentation == newKey.rawRepresentation)
print("read     the key as P256.Signing.PrivateKey")

// A wrong expectation is an error that says what is there.
do {
    _ = try keychain.keys.only(
        matching: .key(tag: "com.example.server"),
        as: P384.Signing.PrivateKey.self
    )
    preconditionFailure("A P-256 key came out as a P-384 key.")
} catch {
    precondition(error.code == .invalidParameter)
    print("refused  \(error.reason)")
}

// A server takes all that it needs from the keychain when it starts.
let tickets = GenericPassword(service: "com.example.server", account: "tickets")
let ticketKey = SymmetricKey(size: .bits256)
try keychain.set(ticketKey.withUnsafeBytes { SecretBytes($0) }, for: tickets)
guard
    let credentials = try ServerCredentials(
        of: KeyItem(tag: "com.example.server", label: "server.example"),
        tickets: tickets,
        in: keychain
    )
else {
    fatalError("The server's credentials are not there.")
}
let channel = EmbeddedChannel()
try credentials.sendTicket(to: "client.example", on: channel).wait()
let ticket = try channel.readOutbound(as: ByteBuffer.self)
precondition(ticket == ByteBuffer(bytes: credentials.ticket(for: "client.example")))
precondition(credentials.certificate == issued && credentials.ticketKey == ticketKey)
print("started  a server that is pinned by \(credentials.fingerprint)")

// Delete the certificate, and the key that belongs to it.
if let reference = try keychain.reference(matching: .identity(label: "server.example")) {
    try keychain.delete(matching: .reference(reference))
}
let isLeft = try keychain.contains(.identity(label: "server.example"))
precondition(!isLeft)
print("deleted  both")
