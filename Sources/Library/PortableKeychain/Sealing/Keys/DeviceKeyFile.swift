internal import Crypto

/// The common parts of the files with a wrapped device key: a magic and a check.
enum DeviceKeyFile {
    static let checkLength = 8

    static func read<R>(
        _ file: SecretBytes,
        _ magic: [UInt8],
        _ body: (inout ByteReader) throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        try file.withUnsafeBytes { bytes throws(KeychainError) in
            let content = UnsafeRawBufferPointer(rebasing: bytes.dropLast(checkLength))
            var reader = ByteReader(content)
            guard bytes.count > magic.count + checkLength,
                try reader.raw(magic.count).elementsEqual(magic),
                SHA256.hash(data: content).prefix(checkLength)
                    .elementsEqual(bytes.suffix(checkLength)),
                let found = try? body(&reader), reader.remaining == 0
            else {
                throw KeychainError(
                    .corrupt,
                    reason: "The file of the sealed device key is damaged. Restore it from a "
                        + "backup, or use the recovery key: 'keychainctl tpm unbind --recovery'."
                )
            }
            return found
        }
    }

    static func written(_ magic: [UInt8], _ body: (inout ByteWriter) -> Void) -> SecretBytes {
        var writer = ByteWriter()
        writer.raw(magic)
        body(&writer)
        writer.raw(Array(SHA256.hash(data: writer.bytes).prefix(checkLength)))
        return SecretBytes(writer.bytes)
    }
}
