/// A message between a program and the helper that speaks to its token: one request, and one
/// answer, each a ``HelperMessage``.
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

    /// Three parts of the longest length, and the bytes around them.
    static let limits = HelperMessage.Limits(message: 4096, parts: 3, part: 1100)

    init(_ word: Word, _ parts: [SecretBytes]) {
        self.word = word
        self.parts = parts
    }

    /// The answer that stands for an error.
    init(_ error: KeychainError) {
        let words: [Word] = [.refused, .damaged, .invalid]
        word = words.first { $0.code == error.code } ?? .unavailable
        parts = [SecretBytes(error.reason.utf8.prefix(Self.limits.part))]
    }

    /// Reads a message; `nil` for anything that ``encoded`` does not make.
    init?(_ message: SecretBytes) {
        guard let message = HelperMessage(message, within: Self.limits),
            let word = Word(rawValue: message.word),
            let parts = try? message.read({ reader throws(KeychainError) in
                try reader.many { reader throws(KeychainError) in try reader.secret() }
            })
        else { return nil }
        self.init(word, parts)
    }

    /// The bytes of the message; `nil` if a part is too long for any request.
    var encoded: SecretBytes? {
        var writer = HelperWriter(word.rawValue)
        for part in parts { writer.add(part) }
        return writer.finished(within: Self.limits)
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
