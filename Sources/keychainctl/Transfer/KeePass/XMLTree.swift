internal import PortableKeychain

/// An element of an XML document (XML 1.0) without document type: what programs export.
///
/// There is no way to declare an entity, so none can grow, and nothing outside the file is read.
struct XMLTree: Equatable {
    var name = ""
    var attributes: [String: String] = [:]
    var children: [XMLTree] = []
    /// All text directly in it.
    var text = ""

    /// The first child of a name.
    subscript(_ name: String) -> XMLTree? { children.first { $0.name == name } }

    /// All children of a name.
    func all(_ name: String) -> [XMLTree] { children.filter { $0.name == name } }

    /// Reads a document.
    ///
    /// - Throws: ``TransferProblem`` for malformed XML, document types, and what nests too deeply.
    init(document bytes: UnsafeRawBufferPointer) throws(TransferProblem) {
        var reader = XMLReader(Array(try TransferText.text(bytes).utf8))
        self = try reader.document()
    }

    init(name: String, attributes: [String: String]) {
        self.name = name
        self.attributes = attributes
    }
}

/// Reads XML strictly, in one pass.
private struct XMLReader {
    private let bytes: [UInt8]
    private var place = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func document() throws(TransferProblem) -> XMLTree {
        try skipMisc()
        guard skip("<") else { throw malformed }
        let root = try element(depth: 1)
        try skipMisc()
        guard place == bytes.count else { throw malformed }
        return root
    }

    /// Reads an element whose `<` was read.
    private mutating func element(depth: Int) throws(TransferProblem) -> XMLTree {
        guard depth <= TransferLimits.depth else {
            throw TransferProblem("the XML nests more than \(TransferLimits.depth) levels deep")
        }
        var element = XMLTree(name: try name(), attributes: [:])
        while true {
            skipSpace()
            if skip("/>") { return element }
            if skip(">") { break }
            let name = try name()
            skipSpace()
            guard skip("=") else { throw malformed }
            skipSpace()
            element.attributes[name] = try quoted()
        }
        var text: [UInt8] = []
        while true {
            guard place < bytes.count else { throw malformed }
            if skip("</") {
                guard try name() == element.name else { throw malformed }
                skipSpace()
                guard skip(">") else { throw malformed }
                element.text = String(decoding: text, as: UTF8.self)
                return element
            } else if skip("<!--") {
                try skipTo("-->")
            } else if skip("<![CDATA[") {
                let start = place
                try skipTo("]]>")
                text += bytes[start..<place - 3]
            } else if skip("<?") {
                try skipTo("?>")
            } else if skip("<") {
                element.children.append(try self.element(depth: depth + 1))
            } else {
                try character(into: &text)
            }
        }
    }

    private mutating func quoted() throws(TransferProblem) -> String {
        guard place < bytes.count else { throw malformed }
        let quote = bytes[place]
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { throw malformed }
        place += 1
        var text: [UInt8] = []
        while place < bytes.count, bytes[place] != quote {
            guard bytes[place] != UInt8(ascii: "<") else { throw malformed }
            try character(into: &text)
        }
        guard place < bytes.count else { throw malformed }
        place += 1
        return String(decoding: text, as: UTF8.self)
    }

    /// Reads one byte of text or a reference.
    private mutating func character(into text: inout [UInt8]) throws(TransferProblem) {
        guard bytes[place] == UInt8(ascii: "&") else {
            text.append(bytes[place])
            place += 1
            return
        }
        // The longest reference is &#x10FFFF; and zeros in front are nobody's habit.
        let rest = bytes[(place + 1)...].prefix(10)
        guard let end = rest.firstIndex(of: UInt8(ascii: ";")) else { throw malformed }
        let name = String(decoding: bytes[(place + 1)..<end], as: UTF8.self)
        guard let scalar = Self.scalar(name) else {
            throw TransferProblem("the XML has an entity that it may not have")
        }
        text += Array(String(Character(scalar)).utf8)
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

    private mutating func name() throws(TransferProblem) -> String {
        let start = place
        while place < bytes.count, Self.isName(bytes[place]) { place += 1 }
        guard place > start, place - start <= 256 else { throw malformed }
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

    private mutating func skipMisc() throws(TransferProblem) {
        while true {
            skipSpace()
            if skip("<?") {
                try skipTo("?>")
            } else if skip("<!--") {
                try skipTo("-->")
            } else if skip("<!") {
                throw TransferProblem("the XML declares a document type, which is not read")
            } else {
                return
            }
        }
    }

    private mutating func skipSpace() {
        while place < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[place]) { place += 1 }
    }

    private mutating func skip(_ word: StaticString) -> Bool {
        let found = word.withUTF8Buffer { bytes[place...].starts(with: $0) }
        if found { place += word.utf8CodeUnitCount }
        return found
    }

    private mutating func skipTo(_ word: StaticString) throws(TransferProblem) {
        while place < bytes.count {
            if skip(word) { return }
            place += 1
        }
        throw malformed
    }

    private var malformed: TransferProblem {
        let line = bytes.prefix(place).count { $0 == UInt8(ascii: "\n") } + 1
        return TransferProblem("the XML is malformed in line \(line)")
    }
}
