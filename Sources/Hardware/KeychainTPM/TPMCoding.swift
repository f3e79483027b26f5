#if TPM && os(Linux)
    internal import CKeychainTSS2
    internal import PortableKeychain

    /// The library's structures to bytes and back.
    enum TPMCoding {
        static func publicPart(_ bytes: [UInt8]) throws(KeychainError) -> TPM2B_PUBLIC {
            // The library reads the length first.
            let sized = [UInt8(bytes.count >> 8), UInt8(bytes.count & 0xFF)] + bytes
            var (part, offset) = (TPM2B_PUBLIC(), 0)
            guard Tss2_MU_TPM2B_PUBLIC_Unmarshal(sized, sized.count, &offset, &part) == 0,
                offset == sized.count
            else { throw TPMBlob.damaged }
            return part
        }

        static func bytes(_ part: inout TPM2B_PUBLIC) throws(KeychainError) -> [UInt8] {
            var bytes = [UInt8](repeating: 0, count: 1024)
            var offset = 0
            guard Tss2_MU_TPMT_PUBLIC_Marshal(&part.publicArea, &bytes, bytes.count, &offset) == 0
            else {
                throw TPMFailure.unusable
            }
            return Array(bytes.prefix(offset))
        }

        static func privatePart(_ bytes: [UInt8]) -> TPM2B_PRIVATE {
            var part = TPM2B_PRIVATE()
            part.size = UInt16(bytes.count)
            withUnsafeMutableBytes(of: &part.buffer) { $0.copyBytes(from: bytes) }
            return part
        }

        static func bytes(_ part: inout TPM2B_PRIVATE) -> [UInt8] {
            let count = Int(part.size)
            return withUnsafeBytes(of: &part.buffer) { Array($0.prefix(count)) }
        }

        /// The value that the chip compares with a PIN or authorization: 32 bytes, whatever the
        /// PIN's length.
        ///
        /// The last one is not 0, because the standard lets chips remove zeroes at the end.
        static func authorization(_ secret: SecretBytes?) -> SecretBytes? {
            guard let secret else { return nil }
            let hash = Fingerprint.sha256("PortableKeychain 1 TPM authorization", secret)
            return SecretBytes(count: hash.count) { room in
                hash.withUnsafeBytes { room.copyMemory(from: $0) }
                room[hash.count - 1] |= 1
            }
        }

        /// An authorization as the library takes it; the caller zeroes it.
        static func value(_ authorization: SecretBytes) -> TPM2B_AUTH {
            var value = TPM2B_AUTH()
            value.size = UInt16(authorization.count)
            withUnsafeMutableBytes(of: &value.buffer) { room in
                authorization.withUnsafeBytes { room.copyMemory(from: $0) }
            }
            return value
        }

        static func coordinate(_ bytes: ArraySlice<UInt8>) -> TPM2B_ECC_PARAMETER {
            var coordinate = TPM2B_ECC_PARAMETER()
            coordinate.size = UInt16(bytes.count)
            withUnsafeMutableBytes(of: &coordinate.buffer) { $0.copyBytes(from: bytes) }
            return coordinate
        }

        /// A number of at most 32 bytes with zeroes in front.
        static func padded(
            _ number: inout TPM2B_ECC_PARAMETER
        ) throws(KeychainError) -> SecretBytes {
            let count = Int(number.size)
            guard 1...32 ~= count else { throw TPMFailure.unusable }
            return withUnsafeBytes(of: &number.buffer) { bytes in
                SecretBytes(count: 32) { room in
                    UnsafeMutableRawBufferPointer(rebasing: room[(32 - count)...])
                        .copyBytes(from: bytes.prefix(count))
                }
            }
        }
    }
#endif
