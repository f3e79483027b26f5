internal import SwiftASN1

/// A Name of X.501, which identifies the subject or issuer of a certificate (RFC 5280, 4.1.2.4).
struct DistinguishedName: Hashable, Sendable {
    /// One attribute in the order of appearance, with its text where it has one.
    struct Part: Hashable, Sendable {
        let type: ASN1ObjectIdentifier
        let text: String?
    }

    /// The whole value.
    let der: [UInt8]
    let parts: [Part]
    /// The content without the outer header, printable strings in the form in which they compare
    /// (item-semantics.md §1.7).
    let normalized: [UInt8]

    /// Names in certificates are a line of text; longer ones are not names.
    static let lengthLimit = 1 << 16

    init(_ node: ASN1Node) throws(KeychainError) {
        var parts: [Part] = []
        var normalized: [UInt8] = []
        var names = try DERCursor(node, .sequence)
        while names.next != nil {
            var set = try names.open(.set)
            var sets: [UInt8] = []
            repeat {
                var pair = try set.open(.sequence)
                let type = try pair.take(.objectIdentifier)
                let value = try pair.take()
                try pair.finish()
                parts.append(
                    Part(
                        type: try type.decoded(ASN1ObjectIdentifier.self),
                        text: DirectoryString.text(value)
                    )
                )
                sets +=
                    DERValue(
                        tag: 0x30,
                        content: Array(type.encodedBytes) + DirectoryString.normalized(value)
                    ).bytes
            } while set.next != nil
            normalized += DERValue(tag: 0x31, content: sets).bytes
        }
        self.der = Array(node.encodedBytes)
        self.parts = parts
        self.normalized = normalized
    }

    /// Reads only a Name.
    init(der: some Collection<UInt8>) throws(KeychainError) {
        try self.init(ASN1Node.reading(der, atMost: Self.lengthLimit))
    }

    /// The texts of all attributes of a type, in the order of appearance.
    func texts(_ type: ASN1ObjectIdentifier) -> [String] {
        parts.filter { $0.type == type }.compactMap(\.text)
    }
}

/// The kinds of strings in names (RFC 5280, 4.1.2.4).
enum DirectoryString {
    /// The text of a value; `nil` when it is not a string, or not a valid one of its kind.
    static func text(_ node: ASN1Node) -> String? {
        guard case .primitive(let bytes) = node.content else { return nil }
        switch node.identifier {
        case .utf8String: return String(validating: bytes, as: UTF8.self)
        case .printableString, .ia5String, .numericString, .visibleString:
            guard bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
            return String(decoding: bytes, as: UTF8.self)
        case .teletexString:
            // T.61 by the standard, but Latin 1 in practice: other readers decode it so too.
            return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
        case .bmpString:
            guard bytes.count.isMultiple(of: 2) else { return nil }
            let units = stride(from: bytes.startIndex, to: bytes.endIndex, by: 2).map {
                UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
            }
            return String(validating: units, as: UTF16.self)
        case .universalString:
            guard bytes.count.isMultiple(of: 4) else { return nil }
            let units = stride(from: bytes.startIndex, to: bytes.endIndex, by: 4).map { place in
                (0..<4).reduce(UInt32(0)) { $0 << 8 | UInt32(bytes[place + $1]) }
            }
            return String(validating: units, as: UTF32.self)
        default: return nil
        }
    }

    /// The encoding in which values compare: printable strings in capitals, without blanks around
    /// them and with one blank for each run inside; all others as they are.
    static func normalized(_ node: ASN1Node) -> [UInt8] {
        guard node.identifier == .printableString, case .primitive(let bytes) = node.content else {
            return Array(node.encodedBytes)
        }
        let blank = UInt8(ascii: " ")
        let words = bytes.split(separator: blank)
        let text = words.joined(separator: [blank]).map { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) ? byte & ~0x20 : byte
        }
        return DERValue(tag: 0x13, content: text).bytes
    }
}

extension ASN1ObjectIdentifier {
    // X.520 and RFC 2985.
    static let commonName: Self = [2, 5, 4, 3]
    static let organization: Self = [2, 5, 4, 10]
    static let organizationalUnit: Self = [2, 5, 4, 11]
    static let nameDescription: Self = [2, 5, 4, 13]
    static let nameEmailAddress: Self = [1, 2, 840, 113549, 1, 9, 1]
}
