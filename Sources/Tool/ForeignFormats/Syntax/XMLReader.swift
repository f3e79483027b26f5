internal import SafeText

/// A strict one-pass parser of XML.
struct XMLReader {
    private let bytes: UnsafeRawBufferPointer
    private let outline: String?
    private let limit: Int
    private var texts: ProtectedTexts?
    private var place = 0
    /// The number of elements and attributes that the tree keeps.
    private var kept = 0

    init(
        _ bytes: UnsafeRawBufferPointer,
        outlining outline: String?,
        atMost limit: Int,
        revealing texts: ProtectedTexts?
    ) {
        self.bytes = bytes
        self.outline = outline
        self.limit = limit
        self.texts = texts
    }

    mutating func document() throws(FormatProblem) -> XMLTree {
        try skipMisc()
        guard skip("<") else { throw malformed }
        let root = try element(depth: 1, .whole)
        try skipMisc()
        guard place == bytes.count else { throw malformed }
        return root
    }

    /// The parts of an element that the tree keeps.
    private enum Part {
        case whole
        /// The name alone.
        case name
        case nothing
    }

    /// Counts the parts that the tree keeps.
    private mutating func keep() throws(FormatProblem) {
        kept += 1
        guard kept <= limit else {
            throw FormatProblem("the XML has more than \(limit) elements and attributes")
        }
    }

    /// Reads an element whose `<` was read, and checks all of it.
    private mutating func element(
        depth: Int,
        _ part: Part
    ) throws(FormatProblem) -> XMLTree {
        guard depth <= FormatLimits.depth else {
            throw FormatProblem("the XML is nested more than \(FormatLimits.depth) levels deep")
        }
        if part != .nothing { try keep() }
        var element = XMLTree(name: try name())
        var isProtected = false
        while true {
            skipSpace()
            if skip("/>") { return element }
            if skip(">") { break }
            var name = try name()
            skipSpace()
            guard skip("=") else { throw malformed }
            skipSpace()
            let value = try quoted()
            if texts != nil, name == ProtectedTexts.mark, ProtectedTexts.isTrue(value) {
                isProtected = true
                name = ProtectedTexts.replacement
            }
            guard part == .whole else { continue }
            try keep()
            element.attributes[name] = value
        }
        try readContent(of: &element, depth: depth, part, isProtected)
        return element
    }

    /// Reads from behind an element's first tag to behind its last one.
    private mutating func readContent(
        of element: inout XMLTree,
        depth: Int,
        _ part: Part,
        _ isProtected: Bool
    ) throws(FormatProblem) {
        let inner: Part = part != .whole ? .nothing : element.name == outline ? .name : .whole
        var text = SecretWriter()
        // Between elements there is only the space that sets them apart.
        var hasText = false
        while true {
            guard place < bytes.count else { throw malformed }
            if skip("</") {
                guard try name() == element.name else { throw malformed }
                skipSpace()
                guard skip(">") else { throw malformed }
                // Also what is not kept takes its part of the cipher.
                let plain = isProtected ? try texts?.reveal(text.secret) : nil
                if part == .whole, hasText || element.children.isEmpty, text.count > 0 {
                    element.text = plain ?? text.secret
                }
                return
            } else if skip("<!--") {
                try skipTo("-->")
            } else if skip("<![CDATA[") {
                let start = place
                try skipTo("]]>")
                text.append(UnsafeRawBufferPointer(rebasing: bytes[start..<place - 3]))
                hasText = true
            } else if skip("<?") {
                try skipTo("?>")
            } else if skip("<") {
                let child = try self.element(depth: depth + 1, inner)
                if inner != .nothing { element.children.append(child) }
            } else {
                hasText = hasText || !Self.isSpace(bytes[place])
                try character(into: &text)
            }
        }
    }

    private mutating func quoted() throws(FormatProblem) -> String {
        guard place < bytes.count else { throw malformed }
        let quote = bytes[place]
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { throw malformed }
        place += 1
        var text = SecretWriter()
        while place < bytes.count, bytes[place] != quote {
            guard bytes[place] != UInt8(ascii: "<") else { throw malformed }
            try character(into: &text)
        }
        guard place < bytes.count else { throw malformed }
        place += 1
        return text.string
    }

    /// Reads one byte of text or a reference.
    private mutating func character(into text: inout SecretWriter) throws(FormatProblem) {
        guard bytes[place] == UInt8(ascii: "&") else {
            text.append(bytes[place])
            place += 1
            return
        }
        // The longest reference is &#x10FFFF; exports do not contain leading zeros.
        let rest = bytes[(place + 1)...].prefix(10)
        guard let end = rest.firstIndex(of: UInt8(ascii: ";")) else { throw malformed }
        let name = String(decoding: bytes[(place + 1)..<end], as: UTF8.self)
        guard let scalar = Self.scalar(name) else {
            throw FormatProblem("the XML contains an entity that is not allowed")
        }
        text.append(scalar)
        place = end + 1
    }

    private static func scalar(_ name: String) -> Unicode.Scalar? {
        switch name {
        case "lt": "<"
        case "gt": ">"
        case "amp": "&"
        case "apos": "'"
        case "quot": "\""
        default:
            if name.hasPrefix("#x") {
                UInt32(name.dropFirst(2), radix: 16).flatMap(allowed)
            } else if name.hasPrefix("#") {
                UInt32(name.dropFirst()).flatMap(allowed)
            } else {
                nil
            }
        }
    }

    private static func allowed(_ number: UInt32) -> Unicode.Scalar? {
        number == 0 ? nil : Unicode.Scalar(number)
    }

    private mutating func name() throws(FormatProblem) -> String {
        let start = place
        while place < bytes.count, Self.isName(bytes[place]) { place += 1 }
        guard place > start, place - start <= FormatLimits.name else { throw malformed }
        return String(decoding: bytes[start..<place], as: UTF8.self)
    }

    private static func isName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
            UInt8(ascii: "."), UInt8(ascii: ":"), 0x80...:
            true
        default: false
        }
    }

    private mutating func skipMisc() throws(FormatProblem) {
        while true {
            skipSpace()
            if skip("<?") {
                try skipTo("?>")
            } else if skip("<!--") {
                try skipTo("-->")
            } else if skip("<!") {
                throw FormatProblem("the XML declares a document type, which is not supported")
            } else {
                return
            }
        }
    }

    private mutating func skipSpace() {
        while place < bytes.count, Self.isSpace(bytes[place]) { place += 1 }
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
    }

    private mutating func skip(_ word: StaticString) -> Bool {
        let found = word.withUTF8Buffer { bytes[place...].starts(with: $0) }
        if found { place += word.utf8CodeUnitCount }
        return found
    }

    private mutating func skipTo(_ word: StaticString) throws(FormatProblem) {
        while place < bytes.count {
            if skip(word) { return }
            place += 1
        }
        throw malformed
    }

    private var malformed: FormatProblem {
        let line = bytes.prefix(place).count { $0 == UInt8(ascii: "\n") } + 1
        return FormatProblem("the XML is malformed in line \(line)")
    }
}
