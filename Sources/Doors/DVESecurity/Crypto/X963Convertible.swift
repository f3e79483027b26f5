public import Foundation

/// A key on a curve that is read from and written in the form of ANSI X9.63.
public protocol X963Convertible: SecKeyRepresentable {
    /// The point as `04 ‖ X ‖ Y`, for a private key followed by the scalar, which is a secret.
    var x963Representation: Data { get }

    /// Reads a key.
    ///
    /// - Parameter x963Representation: The bytes; their length determines the curve.
    /// - Throws: An error if the bytes are not a valid key of this type.
    init<Bytes>(x963Representation: Bytes) throws where Bytes: ContiguousBytes
}

extension X963Convertible {
    /// The key in X9.63.
    public var secKeyRepresentation: Data { x963Representation }
}
