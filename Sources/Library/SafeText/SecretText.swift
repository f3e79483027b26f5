package import PortableKeychain

/// Composes and splits texts with secrets, in memory that is zeroed.
package enum SecretText {
    /// A piece of a text.
    package enum Piece {
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
    package static func joined(_ pieces: [Piece]) -> SecretBytes {
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
    package static func lines(_ secret: SecretBytes) -> [SecretBytes] {
        let ranges = secret.withUnsafeBytes { bytes in
            bytes.indices
                .split(omittingEmptySubsequences: false) { bytes[$0] == UInt8(ascii: "\n") }
                .map { $0.startIndex..<$0.endIndex }
        }
        return ranges.map { part(of: secret, $0) }
    }

    /// A secret without one end of a line: a newline, with the carriage return that Windows writes before it.
    package static func withoutLineEnd(_ secret: SecretBytes) -> SecretBytes {
        let count = secret.withUnsafeBytes { bytes in
            guard bytes.last == UInt8(ascii: "\n") else { return bytes.count }
            let rest = bytes.dropLast()
            return rest.last == UInt8(ascii: "\r") ? rest.count - 1 : rest.count
        }
        return count < secret.count ? part(of: secret, 0..<count) : secret
    }

    /// A copy of some bytes of a secret.
    package static func part(of secret: SecretBytes, _ range: Range<Int>) -> SecretBytes {
        SecretBytes(count: range.count) { room in
            secret.withUnsafeBytes {
                room.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[range]))
            }
        }
    }

    /// Whether a secret is text in UTF-8.
    package static func isText(_ secret: SecretBytes) -> Bool {
        secret.withUnsafeBytes { UTF8Text.isValid($0) }
    }

    /// An ordinary copy, which is not zeroed; `nil` if the secret is not text.
    package static func copy(_ secret: SecretBytes) -> String? {
        secret.withUnsafeBytes { String(validating: $0, as: UTF8.self) }
    }
}
