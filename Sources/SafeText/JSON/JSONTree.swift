package import PortableKeychain

/// Any JSON (RFC 8259), for texts whose members are not all known or hold secrets.
///
/// The texts in it stay in the source until they are asked for, so that a secret goes straight into
/// memory that is zeroed. `JSONDecoder` makes a `String` of each, which nothing zeroes.
package enum JSONTree: Sendable {
    case null
    case truth(Bool)
    /// A number, written without an exponent.
    case number(SourceText)
    case text(SourceText)
    case list([JSONTree])
    case object([String: JSONTree])

    /// Why a text is not read.
    package enum Problem: Error, Equatable {
        /// It is not JSON in UTF-8.
        case malformed
        /// It nests deeper than is read.
        case tooDeep
    }

    /// How deep objects and lists may nest.
    package static let deepest = 64

    /// Reads JSON.
    ///
    /// - Parameters:
    ///   - source: The text, which stays in memory as long as the tree.
    ///   - start: Where the JSON begins, such as behind a byte order mark.
    /// - Throws: ``Problem`` for anything but one value of JSON, and for what nests too deeply.
    package init(_ source: SecretBytes, from start: Int = 0) throws(Problem) {
        self = try source.withUnsafeBytes { bytes throws(Problem) in
            guard UTF8Text.isValid(bytes) else { throw .malformed }
            var reader = JSONReader(source, bytes, from: start, deepest: Self.deepest)
            return try reader.document()
        }
    }
}

extension JSONTree {
    /// A member of an object; `null` where there is none.
    package subscript(_ name: String) -> JSONTree {
        guard case .object(let members) = self else { return .null }
        return members[name] ?? .null
    }

    /// Whether it is null, or not there.
    package var isNull: Bool { if case .null = self { true } else { false } }

    /// The elements of a list; none of anything else.
    package var elements: [JSONTree] {
        guard case .list(let elements) = self else { return [] }
        return elements
    }

    /// The text of a value that has one; empty for null and for what has parts.
    ///
    /// An ordinary copy, for names and other text that is no secret.
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

    /// Everything in it that has a text, with the names on the way to it.
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
    /// A value is there and of another type than it must be.
    package struct OtherType: Error {
        package init() {}
    }

    /// The text of a member that may be missing or null.
    ///
    /// - Throws: ``OtherType`` where it is anything else.
    package func text(_ name: String) throws(OtherType) -> SourceText? {
        switch self[name] {
        case .null: nil
        case .text(let text): text
        default: throw OtherType()
        }
    }

    /// A member that is an object, or missing or null.
    ///
    /// - Throws: ``OtherType`` where it is anything else.
    package func object(_ name: String) throws(OtherType) -> JSONTree? {
        switch self[name] {
        case .null: nil
        case .object: self[name]
        default: throw OtherType()
        }
    }
}
