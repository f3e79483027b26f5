import Crypto
import NIOCore
import PortableKeychain
import X509

// A server's usual four modules in one file. None of their names needs its module's before it: no
// type of PortableKeychain is called Certificate, SymmetricKey, Digest or Channel.

/// The credentials that a server reads from its keychain when it starts.
struct ServerCredentials {
    let certificate: Certificate
    let privateKey: P256.Signing.PrivateKey
    /// Seals the tickets with which clients resume their sessions.
    let ticketKey: SymmetricKey

    /// Reads the credentials of one server.
    ///
    /// - Returns: `nil` if the keychain lacks a part of them.
    init?(of server: KeyItem, tickets: GenericPassword, in keychain: Keychain) throws {
        guard let tag = server.tag, let label = server.label,
            let identity = try keychain.identities.only(matching: .identity(label: label)),
            let privateKey = try keychain.keys.only(
                matching: .key(tag: tag),
                as: P256.Signing.PrivateKey.self
            ),
            let ticketKey = try keychain.secret(for: tickets)
        else { return nil }
        certificate = try Certificate(derEncoded: identity.certificate.der)
        self.privateKey = privateKey
        self.ticketKey = ticketKey.withUnsafeBytes { SymmetricKey(data: $0) }
    }

    /// A ticket for a client, authenticated with the ticket key.
    func ticket(for client: String) -> HMAC<SHA256>.MAC {
        HMAC<SHA256>.authenticationCode(for: Array(client.utf8), using: ticketKey)
    }

    /// The fingerprint of the public key, by which clients can pin it.
    var fingerprint: some Digest { SHA256.hash(data: privateKey.publicKey.derRepresentation) }

    /// Sends a client its ticket.
    func sendTicket(to client: String, on channel: any Channel) -> EventLoopFuture<Void> {
        let buffer: ByteBuffer = channel.allocator.buffer(bytes: ticket(for: client))
        return channel.writeAndFlush(buffer)
    }
}
