internal import SwiftASN1

/// One step of a distinguished name, in the form in which names compare (RFC 5280, 7.1).
///
/// Texts are equal in any kind of string, without regard to case and to the number of blanks.
struct DirectoryStep: Hashable, Sendable {
    private enum Value: Hashable {
        case text(String)
        case bytes([UInt8])
    }

    private struct Attribute: Hashable {
        let type: ASN1ObjectIdentifier
        let value: Value
    }

    private let attributes: Set<Attribute>

    /// The steps of a Name in DER; `nil` for other bytes.
    static func all(_ name: [UInt8]) -> [DirectoryStep]? {
        try? all(ASN1Node.reading(name, atMost: DistinguishedName.lengthLimit))
    }

    private static func all(_ node: ASN1Node) throws(KeychainError) -> [DirectoryStep] {
        var steps: [DirectoryStep] = []
        var names = try DERCursor(node, .sequence)
        while names.next != nil {
            var set = try names.open(.set)
            var attributes: Set<Attribute> = []
            repeat {
                var pair = try set.open(.sequence)
                let type = try pair.take(.objectIdentifier).decoded(ASN1ObjectIdentifier.self)
                let value = try pair.take()
                try pair.finish()
                attributes.insert(Attribute(type: type, value: comparable(value)))
            } while set.next != nil
            steps.append(DirectoryStep(attributes: attributes))
        }
        return steps
    }

    private static func comparable(_ node: ASN1Node) -> Value {
        guard let text = DirectoryString.text(node) else { return .bytes(Array(node.encodedBytes)) }
        return .text(text.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " "))
    }
}
