internal import Crypto
internal import CryptoExtras
internal import KeychainEssentials
internal import KeychainLibC

/// AES in one direction and one mode, for bytes that come in pieces.
///
/// All cryptography is swift-crypto's, on whole blocks; this only says which bytes are ready.
struct Cipher {
    enum Mode {
        /// Blocks that depend on each other, and the padding of the last one.
        case cbc(padding: Bool)
        /// A stream of bytes.
        case ctr
    }

    static let blockLength = 16

    private let isEncrypting: Bool
    let mode: Mode
    private let key: SymmetricKey
    /// The last block of ciphertext in CBC mode, the counter of the next block in CTR mode.
    private var chain: [UInt8]
    /// Bytes that wait for more.
    ///
    /// In CBC mode, what is not a block yet or may be the last one. In CTR mode, as many bytes as
    /// were used of the counter's block.
    private var pending: [UInt8] = []

    /// Makes a cipher; `nil` for a key with a length that AES does not have.
    init?(isEncrypting: Bool, mode: Mode, key: UnsafeRawBufferPointer, iv: [UInt8]) {
        guard [16, 24, 32].contains(key.count) else { return nil }
        self.isEncrypting = isEncrypting
        self.mode = mode
        self.key = SymmetricKey(data: key)
        chain = iv
    }

    /// Begins again with another initialization vector.
    mutating func reset(_ iv: [UInt8]) {
        forget()
        chain = iv
    }

    /// Overwrites the bytes that wait.
    mutating func forget() {
        zero(&pending)
        pending = []
    }

    /// The number of bytes that come out for a number of bytes that go in.
    func outputLength(_ count: Int, isLast: Bool) -> Int {
        guard case .cbc(let padding) = mode else { return count }
        let all = pending.count + count
        guard isLast else { return ready(all) }
        // Without its bytes, the length of the padding of what is decrypted is not known.
        let whole = all / Self.blockLength * Self.blockLength
        return padding && isEncrypting ? whole + Self.blockLength : all
    }

    /// The number of waiting bytes that can be processed although others may follow.
    private func ready(_ count: Int) -> Int {
        guard case .cbc(let padding) = mode else { return count }
        // The last block of ciphertext has the padding, which is not handed out.
        let kept = padding && !isEncrypting && count > 0 ? 1 : 0
        return (count - kept) / Self.blockLength * Self.blockLength
    }

    /// Processes the next bytes; returns those that are ready.
    mutating func update(_ bytes: UnsafeRawBufferPointer) throws -> [UInt8] {
        guard case .cbc = mode else { return try stream(bytes) }
        let count = ready(pending.count + bytes.count)
        pending += bytes
        guard count > 0 else { return [] }
        var blocks = Array(pending[..<count])
        defer { zero(&blocks) }
        var rest = Array(pending[count...])
        swap(&rest, &pending)
        zero(&rest)
        return try process(blocks)
    }

    /// Ends: pads and processes the last block, or removes its padding.
    mutating func finish() throws(CipherError) -> [UInt8] {
        guard case .cbc(let padding) = mode else { return [] }
        defer { forget() }
        guard padding else {
            guard pending.isEmpty else { throw .alignment }
            return []
        }
        do {
            let iv = try AES._CBC.IV(ivBytes: chain)
            if isEncrypting { return Array(try AES._CBC.encrypt(pending, using: key, iv: iv)) }
            guard !pending.isEmpty, pending.count % Self.blockLength == 0 else {
                throw CipherError.alignment
            }
            return Array(try AES._CBC.decrypt(pending, using: key, iv: iv))
        } catch let error as CipherError { throw error } catch { throw .undecodable }
    }

    private mutating func process(_ blocks: [UInt8]) throws -> [UInt8] {
        let iv = try AES._CBC.IV(ivBytes: chain)
        let output = Array(
            isEncrypting
                ? try AES._CBC.encrypt(blocks, using: key, iv: iv, noPadding: true)
                : try AES._CBC.decrypt(blocks, using: key, iv: iv, noPadding: true)
        )
        chain = Array((isEncrypting ? output : blocks).suffix(Self.blockLength))
        return output
    }

    private mutating func stream(_ bytes: UnsafeRawBufferPointer) throws -> [UInt8] {
        guard !bytes.isEmpty else { return [] }
        let used = pending.count
        var input = pending + Array(bytes)
        defer { zero(&input) }
        let nonce = try AES._CTR.Nonce(nonceBytes: chain)
        let output = Array(try AES._CTR.encrypt(input, using: key, nonce: nonce))
        advance(by: input.count / Self.blockLength)
        pending = [UInt8](repeating: 0, count: input.count % Self.blockLength)
        return Array(output[used...])
    }

    /// Adds blocks to the counter, a number of 128 bits with its most significant byte first.
    private mutating func advance(by blocks: Int) {
        var rest = UInt64(blocks)
        for place in chain.indices.reversed() where rest > 0 {
            rest += UInt64(chain[place])
            chain[place] = UInt8(truncatingIfNeeded: rest)
            rest >>= 8
        }
    }
}

/// The reason why bytes cannot be encrypted or decrypted.
enum CipherError: Error {
    /// The bytes are not a number of whole blocks.
    case alignment
    /// The bytes were not made with this key.
    case undecodable
}

/// Overwrites bytes that are no longer needed.
func zero(_ bytes: inout [UInt8]) {
    bytes.withUnsafeMutableBytes { room in
        guard let start = room.baseAddress else { return }
        #if canImport(Darwin)
            memset_s(start, room.count, 0, room.count)
        #else
            // Unlike other writes, this one is made although nothing reads it.
            explicit_bzero(start, room.count)
        #endif
    }
}
