internal import PortableKeychain
package import SafeText

/// Reads the elements of a list in an object of JSON part by part, so that not all are in memory at
/// once: `{"format": …, "items": [ … ]}`.
package struct JSONItems {
    /// The place of the reader in the object.
    private enum Place {
        case start
        /// Before a member, the first one or a later one.
        case member(isFirst: Bool)
        case afterMember
        /// Before an element of the list, the first one or a later one.
        case element(isFirst: Bool)
        case afterElement
        case end
    }

    private let list: String
    private var window: TextWindow
    private var place = Place.start
    /// The number of elements that were read.
    private var count = 0
    /// Whether a member with the name of the list was met.
    private var hasName = false
    /// Whether it was a list, which may be empty.
    package private(set) var hasList = false
    /// The other members of the object that are kept and were met, of which the first of a name counts.
    package private(set) var members: [String: JSONTree] = [:]
    private let kept: Set<String>

    /// Begins to read.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - list: The name of the list.
    ///   - kept: The names of the other members that are kept: there can be any number of others.
    /// - Throws: ``FormatProblem`` if the file is in another encoding.
    package init(
        _ file: TextFile,
        list: String,
        keeping kept: Set<String>
    ) throws(FormatProblem) {
        window = try TextWindow(file)
        (self.list, self.kept) = (list, kept)
    }

    /// A number that tells the contents of files apart, in this process; complete at the end.
    package var digest: Int { window.digest }

    /// The next elements; `nil` at the end of the file.
    ///
    /// - Throws: ``FormatProblem`` if the file is not such an object.
    package mutating func next() throws(FormatProblem) -> [JSONTree]? {
        while true {
            if case .end = place, window.isLast, window.text.isEmpty { return nil }
            var elements: [JSONTree] = []
            let used = try whole(&elements)
            guard used > 0 || !window.isFull else {
                throw FormatProblem(
                    "item \(count + 1) has more than \(window.longestEntry)"
                )
            }
            guard used > 0 || !window.isLast else { throw FormatProblem(.malformed) }
            try window.advance(past: used)
            if !elements.isEmpty { return elements }
        }
    }

    /// Reads what is whole in the window; returns the number of its bytes.
    private mutating func whole(_ elements: inout [JSONTree]) throws(FormatProblem) -> Int {
        var scanner = JSONScanner(window.text, isLast: window.isLast)
        while scanner.skipSpace() {
            do throws(JSONTree.Problem) {
                guard try step(&scanner, &elements) else { break }
            } catch {
                throw FormatProblem(error)
            }
        }
        return scanner.used
    }

    /// Reads one value or sign; returns whether it was whole.
    private mutating func step(
        _ scanner: inout JSONScanner,
        _ elements: inout [JSONTree]
    ) throws(JSONTree.Problem) -> Bool {
        switch place {
        case .start:
            guard scanner.take("{") else { throw .malformed }
            place = .member(isFirst: true)
        case .member(isFirst: true) where scanner.take("}"): place = .end
        case .member: return try readMember(&scanner)
        case .element(isFirst: true) where scanner.take("]"): place = .afterMember
        case .element:
            guard let element = try scanner.value() else { return false }
            elements.append(element)
            count += 1
            place = .afterElement
        case .afterElement where scanner.take(","): place = .element(isFirst: false)
        case .afterElement where scanner.take("]"): place = .afterMember
        case .afterMember where scanner.take(","): place = .member(isFirst: false)
        case .afterMember where scanner.take("}"): place = .end
        case .afterElement, .afterMember, .end: throw .malformed
        }
        return true
    }

    /// Reads a member, or the beginning of the list.
    private mutating func readMember(
        _ scanner: inout JSONScanner
    ) throws(JSONTree.Problem) -> Bool {
        var ahead = scanner
        guard ahead.isAtText else { throw .malformed }
        guard let name = try ahead.value()?.string, ahead.skipSpace() else { return false }
        guard ahead.take(":") else { throw .malformed }
        guard ahead.skipSpace() else { return false }
        // As everywhere, the first of two members of one name counts.
        if name == list, !hasName, ahead.take("[") {
            (hasName, hasList) = (true, true)
            place = .element(isFirst: true)
        } else {
            guard let value = try ahead.value() else { return false }
            hasName = hasName || name == list
            if kept.contains(name) { members[name] = members[name] ?? value }
            place = .afterMember
        }
        scanner = ahead
        return true
    }
}

/// Finds where the values of JSON end in a text, whose end may be missing.
private struct JSONScanner {
    private let text: SecretBytes
    private let isLast: Bool
    /// The number of bytes that were taken.
    private(set) var used = 0

    init(_ text: SecretBytes, isLast: Bool) { (self.text, self.isLast) = (text, isLast) }

    /// Skips white space; returns whether something follows.
    mutating func skipSpace() -> Bool {
        used = text.withUnsafeBytes { bytes in
            bytes[used...].firstIndex { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } ?? bytes.count
        }
        return used < text.count
    }

    /// Whether a quotation mark follows.
    var isAtText: Bool { text.withUnsafeBytes { $0[used] == UInt8(ascii: "\"") } }

    /// Takes a sign, if it is the next one.
    mutating func take(_ sign: Unicode.Scalar) -> Bool {
        guard text.withUnsafeBytes({ $0[used] == UInt8(ascii: sign) }) else { return false }
        used += 1
        return true
    }

    /// Takes a value; `nil` if its end is not in the text.
    mutating func value() throws(JSONTree.Problem) -> JSONTree? {
        guard let end = text.withUnsafeBytes({ end(in: $0) }) else {
            guard !isLast else { throw .malformed }
            return nil
        }
        let value = try JSONTree(text, in: used..<end)
        used = end
        return value
    }

    /// The place behind the value, which may be malformed.
    private func end(in bytes: UnsafeRawBufferPointer) -> Int? {
        var (place, depth, isText) = (used, 0, false)
        while place < bytes.count {
            let byte = bytes[place]
            place += 1
            if isText {
                if byte == UInt8(ascii: "\\") { place += 1 }
                isText = byte != UInt8(ascii: "\"")
                if !isText, depth == 0 { return place <= bytes.count ? place : nil }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isText = true
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                if depth == 0 { return place }
                // It closes what is around the value.
                if depth < 0 { return place - 1 }
            case UInt8(ascii: ","), 0x20, 0x09, 0x0A, 0x0D:
                if depth == 0 { return place - 1 }
            default: break
            }
        }
        return isLast && depth == 0 && !isText ? bytes.count : nil
    }
}
