internal import PortableKeychain

extension AgentLine {
    /// Makes a request that can be made again: it changes nothing, or nothing more the second time.
    func ask<R>(
        _ kind: Frame.Kind,
        write: (inout SecretEncoder) -> Void,
        read: (inout ByteReader) throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        try call(
            kind,
            isRepeatable: true,
            write: { _, encoder throws(KeychainError) in write(&encoder) },
            read: read
        )
    }
}
