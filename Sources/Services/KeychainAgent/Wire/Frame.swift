internal import PortableKeychain

/// One message between the agent and a client: a length, a kind and a body (agent-protocol.md §3).
enum Frame {
    /// The version of the protocol, which both sides state first.
    static let version: UInt16 = 1
    /// The bytes before the body: its length, and the kind.
    static let headLength = 5
    /// The random bytes that a client sends back, to show that it is there.
    static let nonceLength = 16
    /// The longest body before the client is known.
    static let longestHello = 512
    /// The longest body: an item of this size, or a list of some ten thousand.
    static let longestBody = 32 << 20

    /// The kind of a message.
    enum Kind: UInt8, CaseIterable {
        // Of clients.
        case hello = 1
        case view = 2
        case perform = 3
        case together = 4
        case forget = 5
        case manage = 6
        case administer = 7
        case chip = 8
        case history = 9
        // Of the agent.
        case challenge = 0x80
        case answer = 0x81
        case failure = 0x82
    }

    /// The bytes of a message.
    ///
    /// - Throws: ``KeychainError/Code/dataTooLarge`` for a body that is too long.
    static func bytes(_ kind: Kind, _ body: SecretEncoder) throws(KeychainError) -> SecretBytes {
        guard body.count <= longestBody else {
            throw KeychainError(
                .dataTooLarge,
                reason: """
                    This is more than the agent passes on at once. Ask for fewer items, or open the \
                    keychain without the agent.
                    """
            )
        }
        var head = [UInt8](repeating: kind.rawValue, count: headLength)
        withUnsafeBytes(of: UInt32(body.count + 1).bigEndian) {
            head.replaceSubrange(0..<4, with: $0)
        }
        return body.finished(after: head)
    }

    /// The agent's reply to a message: an answer, or the failure that was thrown.
    ///
    /// - Parameter write: Writes the answer.
    /// - Returns: The reply; `nil` if not even the failure can be sent, which ends the connection.
    static func reply(
        _ write: (inout SecretEncoder) throws(KeychainError) -> Void
    ) -> SecretBytes? {
        var encoder = SecretEncoder()
        do throws(KeychainError) {
            try write(&encoder)
            return try bytes(.answer, encoder)
        } catch {
            return failure(error)
        }
    }

    /// The message for an error; `nil` if it is too long.
    static func failure(_ error: KeychainError) -> SecretBytes? {
        var encoder = SecretEncoder()
        encoder.error(error)
        return try? bytes(.failure, encoder)
    }

    /// Reads the bytes before a body.
    ///
    /// - Parameters:
    ///   - head: The bytes.
    ///   - longest: The longest body that is allowed.
    /// - Returns: The kind and the length of the body; `nil` for bytes that are not a message.
    static func head(
        _ head: UnsafeRawBufferPointer,
        atMost longest: Int
    ) -> (kind: Kind, length: Int)? {
        var reader = ByteReader(head)
        guard let length = try? Int(reader.integer(UInt32.self)),
            let kind = try? Kind(rawValue: reader.integer(UInt8.self)),
            (1...longest + 1).contains(length)
        else { return nil }
        return (kind, length - 1)
    }

    /// The error of a message that is not as the protocol says.
    ///
    /// No keychain is damaged: the other program is of another version, or means no good.
    static var malformed: KeychainError {
        KeychainError(
            .notAvailable,
            reason: """
                A message to the agent is malformed. Restart keychaind, and use the same version of \
                it as of this program.
                """
        )
    }

    /// Reads a message of a client.
    ///
    /// - Parameter read: Reads it, by the same reader as parts of a keychain.
    /// - Returns: The result of reading.
    /// - Throws: ``malformed``, or any other error of reading.
    static func reading<R>(
        _ read: () throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        do throws(KeychainError) {
            return try read()
        } catch  where error.code == .corrupt {
            throw malformed
        }
    }
}
