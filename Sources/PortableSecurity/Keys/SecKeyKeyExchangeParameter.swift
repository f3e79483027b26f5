public import Foundation

/// A key of the dictionary that tells ``SecKeyCopyKeyExchangeResult(_:_:_:_:_:)`` what to derive.
public struct SecKeyKeyExchangeParameter: RawRepresentable, Hashable, Sendable {
    // A Swift string, because NSString is not Sendable.
    private let name: String

    /// Makes a parameter from its value, known or not.
    public init(rawValue: CFString) { name = rawValue as String }

    /// Makes a parameter from its value, known or not.
    public init(_ rawValue: CFString) { name = rawValue as String }

    /// The key of the dictionary.
    public var rawValue: CFString { name as NSString }

    /// How many bytes are wanted, a number: required by the algorithms that derive.
    public static let requestedSize = Self("requestedSize")
    /// What both sides know besides, as bytes: it enters the derivation.
    public static let sharedInfo = Self("sharedInfo")
}

/// How many bytes are wanted, a number: required by the algorithms that derive.
public let kSecKeyKeyExchangeParameterRequestedSize: SecKeyKeyExchangeParameter = .requestedSize
/// What both sides know besides, as bytes: it enters the derivation.
public let kSecKeyKeyExchangeParameterSharedInfo: SecKeyKeyExchangeParameter = .sharedInfo
