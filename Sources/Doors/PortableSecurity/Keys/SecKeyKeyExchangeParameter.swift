public import Foundation

/// A key of the parameter dictionary of ``SecKeyCopyKeyExchangeResult(_:_:_:_:_:)``.
public struct SecKeyKeyExchangeParameter: RawRepresentable, Hashable, Sendable {
    // A Swift string, because NSString is not Sendable.
    private let name: String

    /// Creates a parameter from its value, known or not.
    public init(rawValue: CFString) { name = rawValue as String }

    /// Creates a parameter from its value, known or not.
    public init(_ rawValue: CFString) { name = rawValue as String }

    /// The key of the dictionary.
    public var rawValue: CFString { name as NSString }

    /// The number of requested bytes: required by the algorithms that derive.
    public static let requestedSize = Self("requestedSize")
    /// Additional data that both sides know, as bytes; it is used in the derivation.
    public static let sharedInfo = Self("sharedInfo")
}

/// The number of requested bytes: required by the algorithms that derive.
public let kSecKeyKeyExchangeParameterRequestedSize: SecKeyKeyExchangeParameter = .requestedSize
/// Additional data that both sides know, as bytes; it is used in the derivation.
public let kSecKeyKeyExchangeParameterSharedInfo: SecKeyKeyExchangeParameter = .sharedInfo
