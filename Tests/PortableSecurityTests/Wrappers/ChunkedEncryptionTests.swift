import Foundation
import PortableSecurity
import Testing

/// RSA in blocks, as wrappers around it do: each block as large as the padding lets it be.
private struct BlockCipher {
    let publicKey: SecKey
    let privateKey: SecKey

    /// The bytes that PKCS #1 v1.5 adds to a block.
    private static let overhead = 11

    init(privateKeyBytes: Data) throws {
        let attributes: [CFString: Any] = [
            kSecAttrKeyType: kSecAttrKeyTypeRSA,
            kSecAttrKeyClass: kSecAttrKeyClassPrivate,
            kSecAttrKeySizeInBits: NSNumber(value: privateKeyBytes.count * 8),
            kSecReturnPersistentRef: true,
        ]
        var error: Unmanaged<CFError>?
        guard
            let key = SecKeyCreateWithData(
                privateKeyBytes as CFData,
                attributes as CFDictionary,
                &error
            ), let publicKey = SecKeyCopyPublicKey(key)
        else {
            throw error!.takeRetainedValue() as any Error
        }
        self.publicKey = publicKey
        privateKey = key
    }

    func encrypt(_ plaintext: Data) throws -> Data {
        let size = SecKeyGetBlockSize(publicKey) - Self.overhead
        return try blocks(plaintext, size) { block, error in
            SecKeyCreateEncryptedData(publicKey, .rsaEncryptionPKCS1, block, error)
        }
    }

    func decrypt(_ ciphertext: Data) throws -> Data {
        try blocks(ciphertext, SecKeyGetBlockSize(privateKey)) { block, error in
            SecKeyCreateDecryptedData(privateKey, .rsaEncryptionPKCS1, block, error)
        }
    }

    private func blocks(
        _ data: Data,
        _ size: Int,
        _ body: (CFData, UnsafeMutablePointer<Unmanaged<CFError>?>?) -> CFData?
    ) throws -> Data {
        var result = Data()
        var index = 0
        while index < data.count {
            let end = min(index + size, data.count)
            var error: Unmanaged<CFError>?
            guard let block = body(data.subdata(in: index..<end) as CFData, &error) else {
                throw error!.takeRetainedValue() as any Error
            }
            let bytes = UnsafeBufferPointer(
                start: CFDataGetBytePtr(block),
                count: CFDataGetLength(block)
            )
            result.append(contentsOf: bytes)
            index = end
        }
        return result
    }
}

/// Code in the manner of wrappers around RSA compiles and works unchanged.
@Suite struct ChunkedEncryptionTests {
    @Test func encryptsInBlocks() throws {
        let parameters =
            [kSecAttrKeyType: kSecAttrKeyTypeRSA, kSecAttrKeySizeInBits: 1024]
            as [CFString: Any]
        let key = try #require(SecKeyCreateRandomKey(parameters as CFDictionary, nil))
        let bytes = try #require(SecKeyCopyExternalRepresentation(key, nil))
        let cipher = try BlockCipher(privateKeyBytes: bytes as Data)
        let message = Data((0..<300).map { UInt8(truncatingIfNeeded: $0) })
        let sealed = try cipher.encrypt(message)
        #expect(sealed.count == 3 * 128)
        #expect(try cipher.decrypt(sealed) == message)
        #expect(throws: (any Error).self) { try cipher.decrypt(Data(sealed.reversed())) }
    }
}
