/// The lines of a file that say something, as numbers that compare quickly.
struct Fingerprint: Sendable {
    let file: SourceFile
    /// The indices of the lines.
    ///
    /// Blank lines, comments, imports, conditions of compilation and
    /// lone brackets are left out.
    let lines: [Int]
    /// Each line as it is written.
    let words: [UInt64]
    /// Each line with its names and literals replaced by one placeholder, so that a copy whose
    /// names were changed has the same shapes.
    let shapes: [UInt64]

    init(_ file: SourceFile) {
        self.file = file
        let imports = Set(file.imports.map(\.line))
        var lines: [Int] = []
        var words: [UInt64] = []
        var shapes: [UInt64] = []
        for (index, code) in file.code.enumerated() where !imports.contains(index) {
            guard let shape = Self.shape(of: code) else { continue }
            lines.append(index)
            words.append(Self.words(of: file.lines[index]))
            shapes.append(shape)
        }
        self.lines = lines
        self.words = words
        self.shapes = shapes
    }

    /// The hash of a line without its spaces.
    private static func words(of line: String) -> UInt64 {
        var hash = LineHash()
        for byte in line.utf8 where byte != UInt8(ascii: " ") { hash.add(byte) }
        return hash.value
    }

    /// The hash of a line's shape; `nil` for a line that says nothing.
    private static func shape(of code: String) -> UInt64? {
        var shape = LineHash()
        var word = LineHash()
        var isWord = false
        var says = false
        for byte in Array(code.utf8) + [UInt8(ascii: " ")] {
            if isPartOfWord(byte) {
                if !isWord { (word, isWord) = (LineHash(), true) }
                word.add(byte)
                continue
            }
            if isWord {
                shape.add(keywords.contains(word.value) ? word.value : placeholder)
                (isWord, says) = (false, true)
            }
            if byte == UInt8(ascii: "#"), !says { return nil }
            if byte != UInt8(ascii: " ") { shape.add(byte) }
        }
        return says ? shape.value : nil
    }

    private static func isPartOfWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
            true
        default: false
        }
    }

    private static let placeholder: UInt64 = 1

    private static let keywords: Set<UInt64> = Set(
        """
        actor any as associatedtype async await borrowing break case catch class consuming continue \
        convenience default defer deinit do dynamic each else enum extension fallthrough false \
        fileprivate final for func get guard if import in indirect init inout internal is lazy let \
        mutating nil nonisolated nonmutating open operator optional override package postfix prefix \
        private protocol public repeat required rethrows return self Self set some static struct \
        subscript super switch throw throws true try typealias unowned var weak where while
        """.split(separator: " ").map { words(of: String($0)) }
    )
}

/// A hash that is the same in each run (FNV-1a), so that a failure can be repeated.
private struct LineHash {
    private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

    mutating func add(_ byte: UInt8) { add(UInt64(byte)) }

    mutating func add(_ number: UInt64) { value = (value ^ number) &* 0x100_0000_01b3 }
}
