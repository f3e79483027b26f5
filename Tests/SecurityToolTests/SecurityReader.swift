import PortableKeychain
@testable import SafeText

@testable import SecurityTool

/// One way in which `security` reads its input; the fuzzers and `CorpusTests` drive it.
enum SecurityReader: String, CaseIterable, Sendable {
    /// A line of `security -i`.
    case securityLine
    /// Hexadecimal digits, as the values of options have them.
    case securityDigits

    /// Reads bytes, without running the command.
    ///
    /// - Returns: Whether the bytes were taken.
    func read(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBytes { bytes in
            switch self {
            case .securityLine:
                guard let words = SecurityTool.words(bytes), let name = words.first,
                    let verb = name.text.flatMap(SecurityVerb.named),
                    let call = try? SecurityInvocation(verb, Array(words.dropFirst()))
                else { return false }
                for (letter, word) in call.options { _ = (call.has(letter), word?.attribute) }
                _ = call.operands.map(\.shown)
                return true
            case .securityDigits:
                return HexadecimalDigits.secret(SecretBytes(bytes)) != nil
            }
        }
    }
}
