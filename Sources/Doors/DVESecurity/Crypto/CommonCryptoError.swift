/// A cipher refused its input.
public struct CommonCryptoError: Error, Equatable, Sendable {
    /// The number, one of Apple's `kCC…` constants.
    public let status: Int32

    static let parameter = CommonCryptoError(status: -4300)
    static let alignment = CommonCryptoError(status: -4303)
    static let decoding = CommonCryptoError(status: -4304)
    static let keySize = CommonCryptoError(status: -4310)
}
