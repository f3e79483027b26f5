package import PortableKeychain
package import SafeText

/// What a program and `keychain-fido2` say to each other: a version, a kind, and what the kind has.
package protocol FIDO2Message {
    /// What bytes that are no message of this kind are called.
    static var malformed: FIDO2Failure.Cause { get }

    /// Reads what comes after the version.
    ///
    /// - Parameter reader: The bytes, of which no one may be left.
    /// - Throws: ``KeychainError`` for any byte that is not expected.
    init(_ reader: inout ByteReader) throws(KeychainError)

    /// Writes what comes after the version.
    func write(to writer: inout SecretWriter)
}

extension FIDO2Message {
    private static var version: UInt8 { 1 }

    /// The bytes of the message.
    package var encoded: SecretBytes {
        var writer = SecretWriter(capacity: 512)
        writer.append(Self.version)
        write(to: &writer)
        return writer.secret
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
