@_spi(Keepers) internal import PortableKeychain
internal import KeychainEssentials

/// One argument of a command of `security`: any bytes, possibly a secret.
struct SecurityWord: Sendable {
    let bytes: SecretBytes
    /// Whether other programs can read it, because it is on the command line.
    let isExposed: Bool

    init(_ bytes: UnsafeRawBufferPointer, isExposed: Bool) {
        self.bytes = SecretBytes(count: bytes.count) { $0.copyMemory(from: bytes) }
        self.isExposed = isExposed
    }

    /// The arguments of this process, without its name.
    ///
    /// As bytes, because `CommandLine.arguments` replaces malformed characters.
    static var ofThisProcess: [SecurityWord] {
        (0..<Int(CommandLine.argc)).dropFirst().compactMap { place in
            guard let word = CommandLine.unsafeArgv[place] else { return nil }
            var count = 0
            while word[count] != 0 { count += 1 }
            return SecurityWord(
                UnsafeRawBufferPointer(start: word, count: count),
                isExposed: true
            )
        }
    }

    var isEmpty: Bool { bytes.count == 0 }

    /// The word as text; `nil` if it is not valid text.
    var text: String? { bytes.withUnsafeBytes { String(validating: $0, as: UTF8.self) } }

    /// The text of the word for messages.
    var shown: String { bytes.withUnsafeBytes { String(decoding: $0, as: UTF8.self) } }

    /// The word as the value of an attribute, which can be any bytes.
    var attribute: AttributeValue {
        text.map { .string($0) } ?? .data(bytes.withUnsafeBytes { Data($0) })
    }

    /// Bytes as the value of an attribute that is not text.
    static func attribute(of bytes: SecretBytes) -> AttributeValue {
        .data(bytes.withUnsafeBytes { Data($0) })
    }

    /// Four characters as a number; `nil` for anything else.
    static func code(_ word: SecurityWord) -> AttributeValue? {
        guard word.bytes.count == 4 else { return nil }
        let code = word.bytes.withUnsafeBytes { $0.reduce(0) { $0 << 8 | UInt32($1) } }
        return .number(Int64(Int32(bitPattern: code)))
    }

    /// The word without its first bytes.
    func dropFirst(_ count: Int) -> SecurityWord {
        bytes.withUnsafeBytes {
            SecurityWord(UnsafeRawBufferPointer(rebasing: $0[count...]), isExposed: isExposed)
        }
    }

    /// The byte at an offset; `nil` after the end.
    func byte(_ place: Int) -> UInt8? {
        bytes.withUnsafeBytes { $0.indices.contains(place) ? $0[place] : nil }
    }
}
