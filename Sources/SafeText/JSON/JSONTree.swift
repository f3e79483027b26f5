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
        /// It is not JSON in UTF-8.
        case malformed
        /// Its objects and lists are nested too deeply.
        case tooDeep
    }

    /// The maximum nesting depth of objects and lists.
    package static let deepest = 64

    /// Reads JSON.
    ///
    /// - Parameters:
    ///   - source: The text, which the tree keeps in memory.
    ///   - start: The offset at which the JSON begins, such as after a byte order mark.
    /// - Throws: ``Problem`` if the text is not exactly one JSON value, or is nested too deeply.
    package init(_ source: SecretBytes, from start: Int = 0) throws(Problem) {
        self = try source.withUnsafeBytes { bytes throws(Problem) in
            guard UTF8Text.isValid(bytes) else { throw .malformed }
            var reader = JSONReader(source, bytes, from: start, deepest: Self.deepest)
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

    /// All values with a text, each with the path of names that leads to it.
    package func leaves(_ name: String = "") -> [(name: String, value: JSONTree)] {
        switch self {
        case .null: []
        case .text, .number, .truth: [(name, self)]
        case .list(let elements):
            elements.enumerated().flatMap { index, element in
                element.leaves(elements.count > 1 ? "\(name) \(index + 1)" : name)
            }
        case .object(let members):
            members.sorted { $0.key < $1.key }.flatMap { key, value in
                value.leaves(name.isEmpty ? key : "\(name) \(key)")
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
