/// A message between a program and the helper that speaks to its token: one request, and one
/// answer.
///
/// Layout: version 1 ‖ word ‖ number of parts ‖ (16-bit length ‖ bytes) for each part. A part is
/// empty where a secret may be missing.
struct TokenMessage {
    /// The kind of a request, or the outcome in an answer.
    enum Word: UInt8 {
        case seal = 1
        case unseal = 2
        case makeKey = 3
        case sign = 4
        case agree = 5
        case makeCounter = 6
        case count = 7
        case removeCounter = 8
        case reach = 9
        case done = 16
        case unavailable = 17
        case refused = 18
        case damaged = 19
        case invalid = 20

        /// The error of an answer.
        var code: KeychainError.Code? {
            switch self {
            case .unavailable: .notAvailable
            case .refused: .authenticationFailed
            case .damaged: .corrupt
            case .invalid: .invalidParameter
            default: nil
            }
        }
    }

    let word: Word
    let parts: [SecretBytes]

    /// The length of the longest message: three parts of the longest length, and the bytes around
    /// them.
    static let longest = 4096
    private static let longestPart = 1100
    private static let mostParts = 3
    private static let version: UInt8 = 1

    init(_ word: Word, _ parts: [SecretBytes]) {
        self.word = word
        self.parts = parts
    }

    /// The answer that stands for an error.
    init(_ error: KeychainError) {
        let words: [Word] = [.refused, .damaged, .invalid]
        word = words.first { $0.code == error.code } ?? .unavailable
        parts = [SecretBytes(error.reason.utf8.prefix(Self.longestPart))]
    }

    /// Reads a message; `nil` for anything that ``encoded`` does not make.
    init?(_ message: SecretBytes) {
        guard message.count <= Self.longest else { return nil }
        let found = message.withUnsafeBytes { bytes -> (Word, [SecretBytes])? in
            guard bytes.count >= 3, bytes[0] == Self.version, let word = Word(rawValue: bytes[1]),
                Int(bytes[2]) <= Self.mostParts
            else { return nil }
            var (parts, place) = ([SecretBytes](), 3)
            for _ in 0..<bytes[2] {
                guard bytes.count - place >= 2 else { return nil }
                let length = Int(bytes[place]) << 8 | Int(bytes[place + 1])
                place += 2
                guard length <= Self.longestPart, bytes.count - place >= length else { return nil }
                parts.append(SecretBytes(bytes[place..<place + length]))
                place += length
            }
            return place == bytes.count ? (word, parts) : nil
        }
        guard let found else { return nil }
        (word, parts) = found
    }

    /// The bytes of the message; `nil` if a part is too long for any request.
    var encoded: SecretBytes? {
        guard parts.count <= Self.mostParts, parts.allSatisfy({ $0.count <= Self.longestPart })
        else { return nil }
        let count = parts.reduce(3) { $0 + 2 + $1.count }
        return SecretBytes(count: count) { room in
            room.copyBytes(from: [Self.version, word.rawValue, UInt8(parts.count)])
            var place = 3
            for part in parts {
                let length = UInt16(part.count)
                room[place] = UInt8(length >> 8)
                room[place + 1] = UInt8(length & 0xFF)
                let rest = UnsafeMutableRawBufferPointer(rebasing: room[(place + 2)...])
                part.withUnsafeBytes { rest.copyMemory(from: $0) }
                place += 2 + part.count
            }
        }
    }
}

extension UInt64 {
    /// The number in a part: 8 bytes, the highest first.
    init?(part: SecretBytes) {
        guard part.count == 8 else { return nil }
        self = part.withUnsafeBytes { $0.reduce(0) { $0 << 8 | UInt64($1) } }
    }

    /// The number as a part.
    var part: SecretBytes {
        SecretBytes((0..<8).map { UInt8(truncatingIfNeeded: self >> (56 - 8 * $0)) })
    }
}
