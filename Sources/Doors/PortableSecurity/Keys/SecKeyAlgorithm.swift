public import Foundation
package import PortableKeychain

/// The use of a key: signing, encryption or agreement, with a digest and a padding.
///
/// Ask ``SecKeyIsAlgorithmSupported(_:_:_:)`` before you use one. The values are those of Apple's
/// platforms (item-semantics.md §6.3).
public struct SecKeyAlgorithm: RawRepresentable, Hashable, Sendable {
    // A Swift string, because NSString is not Sendable.
    private let name: String

    init(name: String) { self.name = name }

    /// Creates an algorithm from its value, known or not.
    public init(rawValue: CFString) { name = rawValue as String }

    /// Creates an algorithm from its value, known or not.
    public init(_ rawValue: CFString) { name = rawValue as String }

    /// The value, such as `algid:sign:ECDSA:message-X962:SHA256`.
    public var rawValue: CFString { name as NSString }

    /// The library's own word for it.
    var algorithm: KeyAlgorithm { KeyAlgorithm(rawValue: name) }

    /// Whether keys of a kind do something in this way.
    package func isSupported(for operation: KeyOperation, by kind: KeySpecification) -> Bool {
        kind.supports(operation, algorithm)
    }
}
