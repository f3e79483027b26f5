/// A message between a program and `keychain-fido2`: a version, a kind, and the contents of that
/// kind.
package protocol FIDO2Message {
    /// The cause to report for bytes that are not a message of this kind.
    static var malformed: FIDO2Failure.Cause { get }

    /// Reads the fields after the version.
    ///
    /// - Parameter reader: The bytes, of which no one may be left.
    /// - Throws: ``KeychainError`` for any byte that is not expected.
    init(_ reader: inout ByteReader) throws(KeychainError)

    /// Writes the fields after the version.
    func write(to writer: inout SecretEncoder)
}

extension FIDO2Message {
    private static var version: UInt8 { 1 }

    /// The bytes of the message.
    package var encoded: SecretBytes {
        var writer = SecretEncoder()
        writer.integer(Self.version)
        write(to: &writer)
        return writer.finished()
    }

    /// Reads a message.
    ///
    /// - Parameter bytes: All of its bytes.
    /// - Throws: ``FIDO2Failure`` if it is malformed.
    package init(_ bytes: UnsafeRawBufferPointer) throws(FIDO2Failure) {
        do throws(KeychainError) {
            var reader = ByteReader(bytes)
            try reader.fido2Require(try reader.integer(UInt8.self) == Self.version)
            try self.init(&reader)
            try reader.finish()
        } catch {
            throw FIDO2Failure(Self.malformed)
        }
    }
}
