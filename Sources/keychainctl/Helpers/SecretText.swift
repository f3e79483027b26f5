internal import PortableKeychain

/// Texts with secrets in them, put together in memory that is zeroed.
enum SecretText {
    /// A piece of a text.
    enum Piece {
        case text(String)
        case secret(SecretBytes)

        fileprivate var count: Int {
            switch self {
            case .text(let text): text.utf8.count
            case .secret(let secret): secret.count
            }
        }
    }

    /// The pieces one after the other.
    static func joined(_ pieces: [Piece]) -> SecretBytes {
        SecretBytes(count: pieces.reduce(0) { $0 + $1.count }) { room in
            var start = 0
            for piece in pieces {
                let free = UnsafeMutableRawBufferPointer(rebasing: room[start...])
                switch piece {
                case .text(let text): free.copyBytes(from: text.utf8)
                case .secret(let secret): secret.withUnsafeBytes { free.copyMemory(from: $0) }
                }
                start += piece.count
            }
        }
    }

    /// The lines of a secret, without their newlines.
    static func lines(_ secret: SecretBytes) -> [SecretBytes] {
        let ranges = secret.withUnsafeBytes { bytes in
            bytes.indices
                .split(omittingEmptySubsequences: false) { bytes[$0] == UInt8(ascii: "\n") }
                .map { $0.startIndex..<$0.endIndex }
        }
        return ranges.map { SecretInput.part(of: secret, $0) }
    }

    /// An ordinary copy of a text, which nothing zeroes; `nil` when it is none.
    static func copy(_ secret: SecretBytes) -> String? {
        secret.withUnsafeBytes { String(validating: $0, as: UTF8.self) }
    }
}
