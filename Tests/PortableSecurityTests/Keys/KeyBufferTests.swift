import Foundation
import PortableSecurity
import Testing

/// The older functions of keys, on buffers (item-semantics.md §6.3, 9).
@Suite struct KeyBufferTests {
    private static let rsa = newKey(kSecAttrKeyTypeRSA, 1024)
    private static let curve = newKey(kSecAttrKeyTypeECSECPrimeRandom, 256)
    /// Whether the system's OpenSSL is there.
    private static let hasSystem = SecKeyIsAlgorithmSupported(rsa, .sign, .rsaSignatureRaw)

    @Test func haveApplesNumbers() {
        let numbers: [(SecPadding, UInt32)] = [
            ([], 0), (.PKCS1, 1), (.OAEP, 2), (.sigRaw, 0x4000), (.PKCS1MD2, 0x8000),
            (.PKCS1MD5, 0x8001), (.PKCS1SHA1, 0x8002), (.PKCS1SHA224, 0x8003),
            (.PKCS1SHA256, 0x8004), (.PKCS1SHA384, 0x8005), (.PKCS1SHA512, 0x8006),
        ]
        for (padding, number) in numbers { #expect(padding.rawValue == number) }
        #expect(errSSLCrypto == -9809)
    }

    /// Paddings with the algorithms that are their newer names, and the length of the signed bytes.
    @Test(
        arguments: [
            (rsa, [], .rsaSignatureRaw, 20), (rsa, .PKCS1, .rsaSignatureDigestPKCS1v15Raw, 20),
            (rsa, .PKCS1SHA1, .rsaSignatureDigestPKCS1v15SHA1, 20),
            (rsa, .PKCS1SHA224, .rsaSignatureDigestPKCS1v15SHA224, 28),
            (rsa, .PKCS1SHA256, .rsaSignatureDigestPKCS1v15SHA256, 32),
            (rsa, .PKCS1SHA384, .rsaSignatureDigestPKCS1v15SHA384, 48),
            (rsa, .PKCS1SHA512, .rsaSignatureDigestPKCS1v15SHA512, 64),
            (curve, .PKCS1, .ecdsaSignatureDigestX962, 32),
            (curve, .PKCS1SHA256, .ecdsaSignatureDigestX962, 32),
            (curve, [], .ecdsaSignatureDigestX962, 20),
            (curve, .sigRaw, .ecdsaSignatureDigestRFC4754, 32),
        ] as [(SecKey, SecPadding, SecKeyAlgorithm, Int)]
    )
    func sign(key: SecKey, padding: SecPadding, algorithm: SecKeyAlgorithm, length: Int) throws {
        let publicKey = try #require(SecKeyCopyPublicKey(key))
        let digest = [UInt8](repeating: 5, count: length)
        guard SecKeyIsAlgorithmSupported(key, .sign, algorithm) else {
            #expect(!Self.hasSystem)
            #expect(signature(key, padding, digest).status == errSecUnimplemented)
            return
        }
        let (status, signed) = signature(key, padding, digest)
        #expect(status == errSecSuccess)
        let data = Data(signed) as CFData
        let message = Data(digest) as CFData
        #expect(SecKeyVerifySignature(publicKey, algorithm, message, data, nil))
        let theirs = try #require(SecKeyCreateSignature(key, algorithm, message, nil)) as Data
        #expect(verify(publicKey, padding, digest, [UInt8](theirs)) == errSecSuccess)
        #expect(verify(publicKey, padding, digest, Array(signed.dropLast())) == errSSLCrypto)
        var other = digest
        other[0] ^= 1
        #expect(verify(publicKey, padding, other, signed) == errSSLCrypto)
        // Too little room: nothing is written. The length of a signature of a curve varies by a few bytes.
        let room = signed.count - 16
        let (refusal, rest) = signature(key, padding, digest, room: room)
        #expect(refusal == errSecParam)
        #expect(rest == [UInt8](repeating: 0, count: room))
    }

    @Test func refuseWhatTheKeyLacks() throws {
        let digest = [UInt8](repeating: 5, count: 20)
        for (key, padding) in [
            (Self.rsa, SecPadding.PKCS1MD5), (Self.rsa, .PKCS1MD2), (Self.rsa, .OAEP),
            (Self.rsa, .sigRaw), (Self.rsa, .PKCS1SHA256),
        ] {
            #expect(signature(key, padding, digest).status == errSecParam)
        }
        let publicKey = try #require(SecKeyCopyPublicKey(Self.rsa))
        #expect(signature(publicKey, .PKCS1SHA1, digest).status == errSecParam)
        #expect(verify(publicKey, .PKCS1MD5, digest, digest) == errSecParam)
        for (key, padding) in [(publicKey, SecPadding.PKCS1SHA1), (Self.curve, .PKCS1)] {
            #expect(transform(SecKeyEncrypt, key, padding, digest).status == errSecParam)
            #expect(transform(SecKeyDecrypt, key, padding, digest).status == errSecParam)
        }
    }

    /// Callers pass on the result of another function, which may be an error number.
    @Test func refuseNegativeLengths() {
        let bytes = [UInt8](repeating: 5, count: 128)
        for function in [SecKeyRawSign, SecKeyEncrypt, SecKeyDecrypt] as [Function] {
            var output: [UInt8] = [1]
            var room = 1
            #expect(function(Self.rsa, .PKCS1, bytes, -1, &output, &room) == errSecParam)
            #expect(output == [1])
            #expect(room == 1)
        }
        for (count, signed) in [(-1, 128), (20, -1), (.min, .min)] {
            #expect(
                SecKeyRawVerify(Self.rsa, .PKCS1, bytes, count, bytes, signed) == errSecParam
            )
        }
    }

    @Test(arguments: [SecPadding.PKCS1, .OAEP, []])
    func encrypt(padding: SecPadding) throws {
        let publicKey = try #require(SecKeyCopyPublicKey(Self.rsa))
        // Without padding, zeroes in front are lost.
        let message: [UInt8] = padding == [] ? [1, 2, 3] : [0, 1, 2, 3]
        let (status, sealed) = transform(SecKeyEncrypt, publicKey, padding, message)
        guard padding != [] || Self.hasSystem else {
            #expect(status == errSecUnimplemented)
            return
        }
        #expect(status == errSecSuccess)
        #expect(sealed.count == 128)
        let opened = transform(SecKeyDecrypt, Self.rsa, padding, sealed)
        #expect(opened.status == errSecSuccess)
        #expect(opened.bytes == message)
        #expect(
            transform(SecKeyDecrypt, Self.rsa, padding, sealed, room: message.count - 1).status
                == errSecParam
        )
        #expect(
            transform(SecKeyEncrypt, publicKey, padding, message, room: 127).status == errSecParam
        )
        let long = [UInt8](repeating: 1, count: 129)
        #expect(transform(SecKeyEncrypt, publicKey, padding, long).status == errSecParam)
        #expect(transform(SecKeyDecrypt, Self.rsa, padding, long).status == errSecParam)
    }

    private func signature(
        _ key: SecKey,
        _ padding: SecPadding,
        _ digest: [UInt8],
        room: Int = 512
    ) -> (status: OSStatus, bytes: [UInt8]) {
        transform(SecKeyRawSign, key, padding, digest, room: room)
    }

    private func verify(
        _ key: SecKey,
        _ padding: SecPadding,
        _ digest: [UInt8],
        _ signature: [UInt8]
    ) -> OSStatus {
        SecKeyRawVerify(key, padding, digest, digest.count, signature, signature.count)
    }

    private typealias Function = (
        SecKey, SecPadding, UnsafePointer<UInt8>, Int, UnsafeMutablePointer<UInt8>,
        UnsafeMutablePointer<Int>
    ) -> OSStatus

    private func transform(
        _ function: Function,
        _ key: SecKey,
        _ padding: SecPadding,
        _ input: [UInt8],
        room: Int = 512
    ) -> (status: OSStatus, bytes: [UInt8]) {
        var output = [UInt8](repeating: 0, count: room)
        var count = room
        let status = function(key, padding, input, input.count, &output, &count)
        return (status, Array(output.prefix(count)))
    }

    private static func newKey(_ type: CFString, _ bits: Int) -> SecKey {
        let parameters: [CFString: Any] = [kSecAttrKeyType: type, kSecAttrKeySizeInBits: bits]
        guard let key = SecKeyCreateRandomKey(parameters as CFDictionary, nil) else {
            preconditionFailure("a key was not made")
        }
        return key
    }
}
