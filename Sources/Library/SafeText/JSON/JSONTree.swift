package import PortableKeychain

/// A parsed JSON value (RFC 8259), for documents with unknown members or with secrets.
///
/// Texts stay in the source until they are extracted, so that a secret is copied directly into
/// memory that is zeroed. `JSONDecoder` creates a `String` for each text, which is not zeroed.
package enum JSONTree: Sendable {
    case null
    case truth(Bool)
    /// A number, written without an exponent.
    case number(SourceText)
    case text(SourceText)
    case list([JSONTree])
    case object([String: JSONTree])

    /// The reasons for which a document is refused.
    package enum Problem: Error, Equatable {
        /// The bytes are not JSON in UTF-8.
        case malformed
        /// Its objects and lists are nested too deeply.
        case tooDeep
        /// The text has too many values.
        case tooManyValues
        /// The joined names of nested members are too long.
        case nameTooLong
    }

    /// The maximum nesting depth of objects and lists.
    package static let deepest = 64
    /// The maximum number of values, each of which takes about 100 bytes of memory.
    package static let mostValues = 2_000_000

    /// Reads JSON.
    ///
    /// - Parameters:
    ///   - source: The text, which the tree keeps in memory.
    ///   - start: The offset at which the JSON begins, such as after a byte order mark.
    /// - Throws: ``Problem`` if the text is not exactly one JSON value, is nested too deeply, or has
    ///   too many values.
    package init(_ source: SecretBytes, from start: Int = 0) throws(Problem) {
        try self.init(source, in: start..<source.count)
    }

    /// Reads JSON that is a part of a text.
    ///
    /// - Parameters:
    ///   - source: The text, which the tree keeps in memory.
    ///   - range: The bytes of the JSON.
    /// - Throws: The same errors as ``init(_:from:)``.
    package init(_ source: SecretBytes, in range: Range<Int>) throws(Problem) {
        self = try source.withUnsafeBytes { bytes throws(Problem) in
            guard UTF8Text.isValid(UnsafeRawBufferPointer(rebasing: bytes[range])) else {
                throw .malformed
            }
            let text = UnsafeRawBufferPointer(rebasing: bytes[..<range.upperBound])
            var reader = JSONReader(source, text, from: range.lowerBound)
            return try reader.document()
        }
    }
}

extension JSONTree {
    /// A member of an object; `null` if there is none.
    package subscript(_ name: String) -> JSONTree {
        guard case .object(let members) = self else { return .null }
        return members[name] ?? .null
    }

    /// Whether the value is null or missing.
    package var isNull: Bool { if case .null = self { true } else { false } }

    /// The elements of a list; empty for any other value.
    package var elements: [JSONTree] {
        guard case .list(let elements) = self else { return [] }
        return elements
    }

    /// The text of a string, number or truth value; empty for null, objects and lists.
    ///
    /// An ordinary copy, for names and other text that is not secret.
    package var string: String {
        switch self {
        case .text(let text), .number(let text): text.string
        case .truth(let truth): truth ? "true" : "false"
        case .null, .list, .object: ""
        }
    }

    /// The same text as a secret.
    package var secret: SecretBytes {
        switch self {
        case .text(let text), .number(let text): text.secret
        case .null, .truth, .list, .object: SecretBytes(utf8: string)
        }
    }

    /// A value with a text, and the path of names that leads to it.
    package typealias Leaf = (name: String, value: JSONTree)

    /// All values with a text.
    ///
    /// Each repeats the names of all objects around it, so names and their number are limited: half
    /// a megabyte of name around half a megabyte of numbers would be gigabytes.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of values.
    ///   - longest: The maximum length of a path in bytes.
    /// - Returns: The values in the order of the document, members sorted by name.
    /// - Throws: ``Problem/tooManyValues`` or ``Problem/nameTooLong``.
    package func leaves(
        atMost limit: Int,
        longest: Int = 256
    ) throws(Problem) -> [Leaf] {
        var found: [Leaf] = []
        try collect(into: &found, "", atMost: limit, longest: longest)
        return found
    }

    private func collect(
        into found: inout [Leaf],
        _ name: String,
        atMost limit: Int,
        longest: Int
    ) throws(Problem) {
        guard name.utf8.count <= longest else { throw .nameTooLong }
        switch self {
        case .null: break
        case .text, .number, .truth:
            guard found.count < limit else { throw .tooManyValues }
            found.append((name, self))
        case .list(let elements):
            for (index, element) in elements.enumerated() {
                let path = elements.count > 1 ? "\(name) \(index + 1)" : name
                try element.collect(into: &found, path, atMost: limit, longest: longest)
            }
        case .object(let members):
            for (key, value) in members.inOrderOfKeys() {
                let path = name.isEmpty ? key : "\(name) \(key)"
                try value.collect(into: &found, path, atMost: limit, longest: longest)
            }
        }
    }

    /// An object without some of its members.
    package func without(_ names: Set<String>) -> JSONTree {
        guard case .object(let members) = self else { return self }
        return .object(members.filter { !names.contains($0.key) })
    }
}

extension JSONTree {
    /// A value exists, but has another type than required.
    package struct OtherType: Error {
        package init() {}
    }

    /// The text of a member that may be missing or null.
    ///
    /// - Throws: ``OtherType`` if it is a value of another type.
    package func text(_ name: String) throws(OtherType) -> SourceText? {
        switch self[name] {
        case .null: nil
        case .text(let text): text
        default: throw OtherType()
        }
    }

    /// A member that is an object, or missing or null.
    ///
    /// - Throws: ``OtherType`` if it is a value of another type.
    package func object(_ name: String) throws(OtherType) -> JSONTree? {
        switch self[name] {
        case .null: nil
        case .object: self[name]
        default: throw OtherType()
        }
    }
}
