import Foundation
@_spi(Keepers) import KeychainTesting
@_spi(Keepers) import PortableKeychain
import PortableSecurity
import Testing

/// Keys as objects: bytes, attributes, equality (item-semantics.md §6.1 and §6.2).
@Suite struct KeyObjectTests {
    private let privateAttributes: [CFString: Any] = [
        kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom,
        kSecAttrKeyClass: kSecAttrKeyClassPrivate,
    ]

    @Test func comesFromItsBytes() throws {
        let key = Fixture.serverKey
        let bytes = try #require(SecKeyCopyExternalRepresentation(key, nil) as Data?)
        #expect(bytes == Fixture.serverKeyBytes)
        let again = SecKeyCreateWithData(bytes as CFData, privateAttributes as CFDictionary, nil)
        #expect(again == key)
        #expect(CFEqual(again, key))
        #expect(again?.hash == key.hash)

        let publicKey = try #require(SecKeyCopyPublicKey(key))
        #expect(publicKey != key)
        #expect(SecKeyCopyPublicKey(publicKey) == publicKey)
        let publicBytes = try #require(SecKeyCopyExternalRepresentation(publicKey, nil) as Data?)
        #expect(publicBytes == bytes.prefix(65))
        // Types and classes come as numbers too.
        let numbers = [kSecAttrKeyType: 73, kSecAttrKeyClass: 0] as CFDictionary
        #expect(SecKeyCreateWithData(publicBytes as CFData, numbers, nil) == publicKey)
    }

    @Test func readsPublicRSAKeysWithTheirAlgorithm() throws {
        let attributes: [CFString: Any] = [
            kSecAttrKeyType: kSecAttrKeyTypeRSA, kSecAttrKeyClass: kSecAttrKeyClassPublic,
        ]
        let key = try KeyMaterial.generate(.rsa(bits: 2048)).publicKey
        let plain = key.externalRepresentation.withUnsafeBytes { Data($0) }
        let wrapped = Data(try key.subjectPublicKeyInfo())
        for bytes in [plain, wrapped] {
            let made = SecKeyCreateWithData(bytes as CFData, attributes as CFDictionary, nil)
            let again = made.flatMap { SecKeyCopyExternalRepresentation($0, nil) } as Data?
            #expect(again == plain)
        }
        let others = [wrapped.dropLast(), wrapped + [0], Data(wrapped.dropFirst(4))]
        for bytes in others {
            let made = SecKeyCreateWithData(bytes as CFData, attributes as CFDictionary, nil)
            #expect(made == nil)
        }
        let curve = try KeyMaterial.generate(.p256).publicKey.subjectPublicKeyInfo()
        #expect(SecKeyCreateWithData(Data(curve) as CFData, attributes as CFDictionary, nil) == nil)
    }

    @Test func refusesOtherBytes() {
        let types: [(Any?, Any?, OSStatus)] = [
            (nil, kSecAttrKeyClassPrivate, errSecParam), (kSecAttrKeyTypeEC, nil, errSecParam),
            (kSecAttrKeyTypeEC, kSecAttrKeyClassPublic, errSecParam),
            (kSecAttrKeyTypeRSA, kSecAttrKeyClassPrivate, errSecParam),
            (kSecAttrKeyTypeEC, "7", errSecParam),
            (kSecAttrKeyTypeEC, kSecAttrKeyClassSymmetric, errSecUnimplemented),
        ]
        for (type, half, status) in types {
            var attributes: [CFString: Any] = [:]
            attributes[kSecAttrKeyType] = type
            attributes[kSecAttrKeyClass] = half
            var error: Unmanaged<CFError>?
            let key = SecKeyCreateWithData(
                Fixture.serverKeyBytes as CFData,
                attributes as CFDictionary,
                &error
            )
            #expect(key == nil, "\(attributes)")
            expect(error, status)
        }
    }

    @Test func tellsItsAttributes() throws {
        let key = Fixture.serverKey
        let publicKey = try #require(SecKeyCopyPublicKey(key))
        let own = try #require(SecKeyCopyAttributes(key) as? [CFString: Any])
        let other = try #require(SecKeyCopyAttributes(publicKey) as? [CFString: Any])
        #expect(own[kSecAttrKeyClass] as? String == kSecAttrKeyClassPrivate as String)
        #expect(other[kSecAttrKeyClass] as? String == kSecAttrKeyClassPublic as String)
        #expect(own[kSecAttrKeyType] as? String == kSecAttrKeyTypeEC as String)
        #expect(own[kSecAttrKeySizeInBits] as? Int == 256)
        #expect(own[kSecAttrCanSign] as? Bool == true)
        #expect(own[kSecAttrCanVerify] as? Bool == false)
        #expect(other[kSecAttrCanVerify] as? Bool == true)
        #expect(CFGetTypeID(own[kSecAttrCanSign] as CFTypeRef) == CFBooleanGetTypeID())
        #expect(CFGetTypeID(own[kSecAttrKeySizeInBits] as CFTypeRef) == CFNumberGetTypeID())
        let label = own[kSecAttrApplicationLabel] as? Data
        #expect(label?.count == 20)
        #expect(other[kSecAttrApplicationLabel] as? Data == label)
        // A dictionary of attributes is passed around: no secret belongs into it.
        #expect(own[kSecValueData] == nil)
    }

    @Test func hasItsOwnNumber() throws {
        let key = Fixture.serverKey
        #expect(CFGetTypeID(key) == SecKeyGetTypeID())
        let object: CFTypeRef = key
        #expect((object as! SecKey) == key)
        #expect(!key.description.contains("\(Fixture.serverKeyBytes.base64EncodedString())"))
    }

    @Test func isNotMadeOfWrongParameters() throws {
        let wrong: [([CFString: Any], OSStatus)] = [
            ([:], errSecParam),
            ([kSecAttrKeyType: 73, kSecAttrKeySizeInBits: 256], errSecParam),
            ([kSecAttrKeyType: "9999", kSecAttrKeySizeInBits: 256], errSecParam),
            ([kSecAttrKeyType: kSecAttrKeyTypeRSA, kSecAttrKeySizeInBits: 1_000_000], errSecParam),
            ([kSecAttrKeyType: kSecAttrKeyTypeEC, kSecAttrKeySizeInBits: 257], errSecParam),
            ([kSecAttrKeyType: kSecAttrKeyTypeEC, kSecAttrKeySizeInBits: Data()], errSecParam),
            (
                [
                    kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeySizeInBits: 256,
                    kSecAttrTokenID: kSecAttrTokenIDSecureEnclave,
                ], errSecUnimplemented
            ),
        ]
        try isolated { recorder in
            for (parameters, status) in wrong {
                var error: Unmanaged<CFError>?
                #expect(SecKeyCreateRandomKey(parameters as CFDictionary, &error) == nil)
                expect(error, status)
                #expect(SecKeyGeneratePair(parameters as CFDictionary, nil, nil) == status)
            }
            #expect(recorder.requests.isEmpty)
        }
    }
}
