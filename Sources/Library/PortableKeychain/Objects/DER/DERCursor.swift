internal import SwiftASN1

/// Walks the parts of one constructed value of DER (X.690), and refuses parts that are missing.
struct DERCursor {
    private var rest: ASN1NodeCollection.Iterator
    private(set) var next: ASN1Node?

    /// Opens a constructed value.
    ///
    /// - Throws: ``KeychainError/Code/undecodable`` when the value has another tag or no parts.
    init(_ node: ASN1Node, _ identifier: ASN1Identifier) throws(KeychainError) {
        guard node.identifier == identifier, case .constructed(let parts) = node.content else {
            throw .malformed
        }
        rest = parts.makeIterator()
        next = rest.next()
    }

    /// Takes the next part, of any type.
    mutating func take() throws(KeychainError) -> ASN1Node {
        guard let node = next else { throw .malformed }
        next = rest.next()
        return node
    }

    /// Takes the next part, which must have a tag.
    mutating func take(_ identifier: ASN1Identifier) throws(KeychainError) -> ASN1Node {
        guard let node = takeIfPresent(identifier) else { throw .malformed }
        return node
    }

    /// Takes the next part if it has a tag.
    mutating func takeIfPresent(_ identifier: ASN1Identifier) -> ASN1Node? {
        guard let node = next, node.identifier == identifier else { return nil }
        next = rest.next()
        return node
    }

    /// Opens the next part, which must be constructed.
    mutating func open(_ identifier: ASN1Identifier) throws(KeychainError) -> DERCursor {
        try DERCursor(try take(identifier), identifier)
    }

    /// Refuses parts that were not read.
    func finish() throws(KeychainError) {
        guard next == nil else { throw .malformed }
    }
}

extension ASN1Node {
    /// Reads one value that is all there is.
    ///
    /// - Parameters:
    ///   - der: The bytes.
    ///   - limit: The greatest length that is looked at.
    /// - Returns: The value.
    /// - Throws: ``KeychainError/Code/undecodable``.
    static func reading(_ der: some Collection<UInt8>, atMost limit: Int) throws(KeychainError)
        -> ASN1Node
    {
        guard der.count <= limit else { throw .malformed }
        do {
            return try DER.parse(Array(der))
        } catch {
            throw .malformed
        }
    }

    /// The content of a primitive value with a tag.
    func primitive(_ identifier: ASN1Identifier) throws(KeychainError) -> ArraySlice<UInt8> {
        guard self.identifier == identifier, case .primitive(let bytes) = content else {
            throw .malformed
        }
        return bytes
    }

    /// Reads the value as one of the library's types.
    func decoded<T: DERParseable>(_ type: T.Type) throws(KeychainError) -> T {
        do {
            return try T(derEncoded: self)
        } catch {
            throw .malformed
        }
    }
}

extension ASN1Identifier {
    /// A tag whose meaning depends on where it stands.
    static func context(_ number: UInt) -> ASN1Identifier {
        ASN1Identifier(tagWithNumber: number, tagClass: .contextSpecific)
    }
}

extension KeychainError {
    /// Bytes that do not have the expected form; a reader of files gives no further details.
    static var malformed: KeychainError { KeychainError(.undecodable) }
}
