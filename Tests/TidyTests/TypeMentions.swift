/// The types that a file declares and those that it names.
///
/// Read from the text, without a compiler: a type that is only inferred is not seen.
struct TypeMentions {
    /// The types at the top level that other files can name.
    let declared: [String]
    /// Each name that starts with a capital letter, is not a member of something else and is not
    /// declared in the file, with the lines.
    let named: [String: [Int]]

    init(_ file: SourceFile) {
        var declared: [String] = []
        var own: Set<String> = []
        var depth = 0
        for line in file.code {
            let words = line.split(separator: " ")
            if let (name, isPrivate) = Self.declaration(words) {
                own.insert(name)
                if depth == 0, !isPrivate { declared.append(name) }
            }
            own.formUnion(Self.parameters(of: line))
            for byte in line.utf8 {
                if byte == UInt8(ascii: "{") { depth += 1 }
                if byte == UInt8(ascii: "}") { depth -= 1 }
            }
        }
        self.declared = declared
        named = Self.names(in: file.code).filter { !own.contains($0.key) }
    }

    /// The type that a line declares, and whether other files cannot name it.
    private static func declaration(_ words: [Substring]) -> (name: String, isPrivate: Bool)? {
        guard let place = words.firstIndex(where: kinds.contains), place + 1 < words.count,
            words[..<place].allSatisfy({ $0.hasPrefix("@") || $0.first?.isLowercase == true })
        else { return nil }
        let name = words[place + 1].prefix(while: isPartOfWord)
        guard name.first?.isUppercase == true else { return nil }
        let modifiers = words[..<place]
        return (String(name), modifiers.contains("private") || modifiers.contains("fileprivate"))
    }

    private static let kinds: Set<Substring> = [
        "struct", "class", "enum", "protocol", "actor", "typealias", "associatedtype",
    ]

    /// The names of the first list of generic parameters in a line.
    private static func parameters(of line: String) -> [String] {
        guard let start = line.firstIndex(of: "<"),
            let end = line[start...].firstIndex(of: ">"),
            case let front = line[..<start],
            // Of the declaration itself, not of a type that it names.
            !front.contains(where: { "(:=".contains($0) }),
            declarators.contains(where: front.contains)
        else { return [] }
        return line[start..<end].split(separator: ",").flatMap { parameter in
            parameter.split { !isPartOfWord($0) }.filter { $0 != "each" && $0 != "let" }.prefix(1)
                .map(String.init)
        }
    }

    private static let declarators = [
        "func ", "init", "subscript", "struct ", "class ", "enum ", "actor ", "typealias ",
    ]

    private static func isPartOfWord(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "_"
    }

    /// Words that start with a capital letter and do not follow a dot.
    static func names(in code: [String]) -> [String: [Int]] {
        var names: [String: [Int]] = [:]
        for (index, line) in code.enumerated() {
            var word: [UInt8] = []
            var before = UInt8(ascii: " ")
            var last = before
            for byte in Array(line.utf8) + [UInt8(ascii: " ")] {
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
                    if word.isEmpty { before = last }
                    word.append(byte)
                default:
                    if let first = word.first, before != UInt8(ascii: "."),
                        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first)
                    {
                        names[String(decoding: word, as: UTF8.self), default: []].append(index)
                    }
                    word = []
                }
                last = byte
            }
        }
        return names
    }
}
