/// A message between a program and `keychain-fido2`: a ``HelperMessage``, whose word is the kind.
package protocol FIDO2Message {
    /// The cause to report for bytes that are not a message of this kind.
    static var malformed: FIDO2Failure.Cause { get }

    /// Reads the parts.
    ///
    /// - Parameters:
    ///   - word: The kind.
    ///   - reader: The parts, of which none may be left.
    /// - Throws: ``KeychainError`` for any part that is not expected.
    init(_ word: UInt8, _ reader: inout HelperReader) throws(KeychainError)

    /// The kind and the parts.
    var written: HelperWriter { get }
}

extension FIDO2Message {
    /// The bytes of the message; none, which the other side refuses, if it exceeds the limits.
    package var encoded: SecretBytes {
        written.finished(within: FIDO2Request.limits) ?? SecretBytes([UInt8]())
    }

    /// Reads a message.
    ///
    /// - Parameter bytes: All of its bytes.
    /// - Throws: ``FIDO2Failure`` if it is malformed.
    package init(_ bytes: SecretBytes) throws(FIDO2Failure) {
        guard let message = HelperMessage(bytes, within: FIDO2Request.limits),
            let read = try? message.read({ reader throws(KeychainError) in
                try Self(message.word, &reader)
            })
        else { throw FIDO2Failure(Self.malformed) }
        self = read
    }
}

/// The parts that requests and answers share, with the limits of security keys.
extension HelperReader {
    mutating func fido2Salt() throws(KeychainError) -> [UInt8] {
        try array(FIDO2Request.secretLength...FIDO2Request.secretLength)
    }

    mutating func fido2Credential() throws(KeychainError) -> [UInt8] {
        try array(1...FIDO2Request.longestCredential)
    }

    /// A PIN; `nil` if it is empty.
    mutating func fido2PIN() throws(KeychainError) -> SecretBytes? {
        let pin = try secret(0...FIDO2Request.longestPIN)
        return pin.isEmpty ? nil : pin
    }

    mutating func fido2Secret() throws(KeychainError) -> SecretBytes {
        try secret(FIDO2Request.secretLength...FIDO2Request.secretLength)
    }
}
