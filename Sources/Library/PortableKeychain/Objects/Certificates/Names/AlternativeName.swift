internal import SwiftASN1

/// A kind of name, numbered as in a `GeneralName` (RFC 5280, 4.2.1.6).
enum NameKind: UInt, Hashable, Sendable, CaseIterable {
    case other = 0
    case mail = 1
    case host = 2
    case x400 = 3
    case directory = 4
    case party = 5
    case uri = 6
    case address = 7
    case registered = 8
}

/// A `GeneralName` as a certificate states it (RFC 5280, 4.2.1.6).
struct AlternativeName: Hashable, Sendable {
    let kind: NameKind
    /// The text, the address, or the parts; `nil` when the name has not the form of its kind.
    let content: [UInt8]?

    init(_ kind: NameKind, _ content: [UInt8]?) {
        self.kind = kind
        self.content = content
    }

    /// Reads a name; `nil` for a value that is a name of no kind.
    init?(_ node: ASN1Node) {
        let kinds = NameKind.allCases
        guard let kind = kinds.first(where: { .context($0.rawValue) == node.identifier }) else {
            return nil
        }
        self.kind = kind
        content =
            switch (kind, node.content) {
            case (.mail, .primitive(let bytes)), (.host, .primitive(let bytes)),
                (.uri, .primitive(let bytes)), (.address, .primitive(let bytes)):
                Array(bytes)
            case (.directory, .constructed(let parts)): parts.flatMap { Array($0.encodedBytes) }
            default: nil
            }
    }

    /// The text of a name whose kind is text; `nil` for others, and for bytes that are not UTF-8.
    var text: String? {
        guard [.mail, .host, .uri].contains(kind) else { return nil }
        return content.flatMap { String(validating: $0, as: UTF8.self) }
    }
}

extension AlternativeName: CustomStringConvertible {
    /// The kind and the name in words, for a sentence.
    var description: String {
        switch kind {
        case .mail: "the e-mail address \(quoted)"
        case .host: "the host \(quoted)"
        case .directory: "the distinguished name \(quoted)"
        case .uri: "the URI \(quoted)"
        case .address: "the address \(quoted)"
        case .other, .x400, .party, .registered: "a name of another kind"
        }
    }

    private var quoted: String {
        let text =
            switch kind {
            case .directory:
                content.flatMap { try? DistinguishedName(der: $0) }?.parts.compactMap(\.text)
                    .joined(separator: ", ")
            case .address: content.map(Self.text(ofAddress:))
            default: self.text
            }
        return text.map { "\"\($0)\"" } ?? "that cannot be read"
    }

    private static func text(ofAddress bytes: [UInt8]) -> String {
        guard bytes.count == 16 else { return bytes.map(String.init).joined(separator: ".") }
        return stride(from: 0, to: 16, by: 2).map { place in
            String(UInt16(bytes[place]) << 8 | UInt16(bytes[place + 1]), radix: 16)
        }.joined(separator: ":")
    }
}
