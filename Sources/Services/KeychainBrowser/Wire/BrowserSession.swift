internal import ForeignCrypto
@_spi(Keepers) internal import PortableKeychain
internal import SafeText

/// The keys that the extension and the host exchanged, and what was said with them.
struct BrowserSession {
    /// The largest number of messages for one exchange of keys: their nonces are remembered.
    static let mostMessages = 1 << 17

    let clientKey: [UInt8]
    let clientID: String
    /// Whether the browser has shown that the user connected it.
    var isAssociated = false
    private let box: MessageBox
    /// The nonces of both sides, by their first bytes.
    ///
    /// A message is read once, and a message of the host is not taken for one of the extension.
    var used: Set<UInt64> = []

    /// Exchanges keys.
    ///
    /// - Throws: ``BrowserFault/keysNotExchanged`` for a message without keys, ``BrowserFault/keyUnusable`` for keys
    ///   that cannot be used, or without libsodium.
    init(_ request: BrowserRequest, entropy: KeychainEntropy) throws(BrowserFault) {
        guard request.publicKey.count == MessageBox.keyLength,
            request.nonce.count == MessageBox.nonceLength, !request.clientID.isEmpty
        else { throw .keysNotExchanged }
        guard let box = MessageBox(to: request.publicKey, entropy: entropy) else {
            throw .keyUnusable
        }
        (self.box, clientKey, clientID) = (box, request.publicKey, request.clientID)
    }

    var publicKey: [UInt8] { box.publicKey }

    /// Opens a message.
    ///
    /// - Throws: ``BrowserFault/keysNotExchanged`` for a message of another client, or after too many messages,
    ///   ``BrowserFault/cannotDecrypt`` for one that was not sealed for this session, or was read before.
    mutating func open(_ request: BrowserRequest) throws(BrowserFault) -> JSONTree {
        guard request.clientID == clientID, used.count < 2 * Self.mostMessages else {
            throw .keysNotExchanged
        }
        guard let text = box.open(request.sealed, nonce: request.nonce) else {
            throw .cannotDecrypt
        }
        // Only now: nonces of messages that an attacker made up take no place.
        let isNew = used.insert(Self.mark(request.nonce)).inserted
        used.insert(Self.mark(Self.incremented(request.nonce)))
        guard isNew, let tree = try? JSONTree(text), case .object = tree else {
            throw .cannotDecrypt
        }
        return tree
    }

    /// Seals the answer to a message.
    ///
    /// - Parameters:
    ///   - members: The content of the answer.
    ///   - request: The message.
    /// - Returns: The message to send.
    /// - Throws: ``BrowserFault/unknown`` if it is longer than browsers take.
    func seal(
        _ members: [(String, JSON)],
        to request: BrowserRequest
    ) throws(BrowserFault) -> [UInt8] {
        let nonce = Self.incremented(request.nonce)
        let all: [(String, JSON)] =
            [
                ("version", .string(BrowserAnswer.version)), ("success", .string("true")),
                ("nonce", .string(BrowserAnswer.text(nonce))),
            ] + members
        guard let sealed = box.seal(JSON.object(all).secretLine, nonce: nonce) else {
            throw .unknown
        }
        let answer = BrowserAnswer.sealed(sealed, nonce: nonce, request.action)
        guard answer.count <= FrameBuffer.longestAnswer else { throw .unknown }
        return answer
    }

    /// The next nonce, as libsodium counts: the first byte is the lowest.
    static func incremented(_ nonce: [UInt8]) -> [UInt8] {
        var nonce = nonce
        for place in nonce.indices {
            nonce[place] &+= 1
            guard nonce[place] == 0 else { break }
        }
        return nonce
    }

    private static func mark(_ nonce: [UInt8]) -> UInt64 {
        nonce.withUnsafeBytes { $0.loadUnaligned(as: UInt64.self) }
    }
}
