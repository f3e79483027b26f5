import Foundation
import TestRounds
import Testing

@testable import PortableKeychain

/// Key files (item-semantics.md §6.2).
@Suite struct KeyInterchangeTests {
    @Test(arguments: TestKeys.names)
    func writesAndReads(name: String) throws {
        let key = try TestKeys.key(name)
        #expect(try KeyMaterial(pkcs8: key.pkcs8()) == key)
        #expect(try KeyMaterial(pem: key.pem()) == key)
        let spki = try key.subjectPublicKeyInfo()
        #expect(try KeyMaterial(subjectPublicKeyInfo: spki) == key.publicKey)
        #expect(try KeyMaterial(pem: key.publicKey.pem()) == key.publicKey)
        #expect(try key.publicKey.subjectPublicKeyInfo() == spki)
        #expect(cause { _ = try key.publicKey.pkcs8() } == .invalidParameter)
    }

    @Test(arguments: TestKeys.pems.keys.sorted())
    func readsAndWritesAsOpenSSL(name: String) throws {
        let key = try TestKeys.key(name)
        let text = try #require(TestKeys.pems[name])
        #expect(String(decoding: try key.pem().array, as: UTF8.self) == text + "\n")
    }

    @Test(
        arguments: [
            ("p256", KnownKeys.p256Public), ("p384", KnownKeys.p384Public),
            ("p521", KnownKeys.p521Public), ("ed25519", KnownKeys.ed25519Public),
            ("x25519", KnownKeys.x25519Public), ("rsa2048", KnownKeys.rsa2048Public),
        ]
    )
    func derivesThePublicKeyAsOpenSSL(name: String, text: String) throws {
        let key = try TestKeys.key(name).publicKey
        #expect(String(decoding: try key.pem().array, as: UTF8.self) == text + "\n")
        #expect(try KeyMaterial(pem: .utf8(text)) == key)
    }

    /// The prefix of RFC 8410, 10.1.
    @Test func writesEd25519AsTheStandardSays() throws {
        let key = try TestKeys.key("ed25519")
        let prefix: [UInt8] = [0x30, 0x2A, 0x30, 5, 6, 3, 0x2B, 0x65, 0x70, 3, 0x21, 0]
        let raw = key.publicKey.externalRepresentation.array
        #expect(try key.subjectPublicKeyInfo() == prefix + raw)
        let inner: [UInt8] = [
            0x30, 0x2E, 2, 1, 0, 0x30, 5, 6, 3, 0x2B, 0x65, 0x70, 4, 0x22, 4, 0x20,
        ]
        #expect(try key.pkcs8().array == inner + key.externalRepresentation.array)
    }

    @Test(arguments: ["p256", "p384", "p521"])
    func readsKeysOfCurvesByThemselves(name: String) throws {
        let key = try TestKeys.key(name)
        let parts = (
            key.externalRepresentation.array.suffix((key.sizeInBits + 7) / 8),
            key.publicKey.externalRepresentation.array[...]
        )
        let curves: [String: KeyAlgorithmIdentifier.Name] = [
            "p256": .p256, "p384": .p384, "p521": .p521,
        ]
        let curve = try #require(curves[name])
        let other = try key.another().publicKey
        let point = other.externalRepresentation.array[...]
        let forms: [(SEC1Key, KeychainError.Code?)] = [
            (SEC1Key(scalar: parts.0, curve: curve, publicKey: parts.1), nil),
            (SEC1Key(scalar: parts.0, curve: curve, publicKey: nil), nil),
            (SEC1Key(scalar: parts.0, curve: nil, publicKey: parts.1), .undecodable),
            (SEC1Key(scalar: parts.0, curve: .ed25519, publicKey: nil), .undecodable),
            (SEC1Key(scalar: parts.0, curve: curve, publicKey: point), .undecodable),
            (SEC1Key(scalar: parts.0.dropFirst(), curve: curve, publicKey: nil), .undecodable),
            (SEC1Key(scalar: [], curve: curve, publicKey: nil), .undecodable),
        ]
        for (form, refusal) in forms {
            let bytes = SecretBytes.bytes(try form.der())
            let found = cause {
                let read = try KeyMaterial(sec1: bytes)
                #expect(read == key)
            }
            #expect(found == refusal)
        }
    }

    @Test func readsTheOldFormsInPEM() throws {
        let key = try TestKeys.key("p256")
        #expect(try KeyMaterial(pem: .utf8(KnownKeys.p256SEC1)) == key)
        let parameters = """
            -----BEGIN EC PARAMETERS-----
            BggqhkjOPQMBBw==
            -----END EC PARAMETERS-----

            """
        #expect(try KeyMaterial(pem: .utf8(parameters + KnownKeys.p256SEC1)) == key)
        let rsa = try TestKeys.key("rsa1024")
        for (label, half) in [("RSA PRIVATE KEY", rsa), ("RSA PUBLIC KEY", rsa.publicKey)] {
            let body = Data(half.externalRepresentation.array).base64EncodedString()
            let text = "-----BEGIN \(label)-----\r\n\(body)\r\n-----END \(label)-----\r\n"
            #expect(try KeyMaterial(pem: .utf8(text)) == half)
        }
    }

    @Test(
        arguments: [
            "", "\n", "-----BEGIN PRIVATE KEY-----", "-----BEGIN PRIVATE KEY----------END-----",
            "-----BEGIN PRIVATE KEY-----\n-----END PRIVATE KEY-----",
            "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----",
            "-----BEGIN PRIVATE KEY-----\n!!!!\n-----END PRIVATE KEY-----",
            KnownKeys.p256 + KnownKeys.p256, "x\n" + KnownKeys.p256, KnownKeys.p256 + "\nx",
            KnownKeys.p256.replacing("PRIVATE KEY", with: "CERTIFICATE"),
            KnownKeys.p256.replacing("PRIVATE KEY", with: "ENCRYPTED PRIVATE KEY"),
            KnownKeys.p256.replacing("PRIVATE KEY", with: "PUBLIC KEY"),
            KnownKeys.p256.replacing("PRIVATE KEY", with: "RSA PRIVATE KEY"),
            KnownKeys.p256.replacing("END PRIVATE KEY", with: "END PUBLIC KEY"),
            KnownKeys.p256Public.replacing("PUBLIC KEY", with: "PRIVATE KEY"),
            "-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----",
            KnownKeys.p256 + String(repeating: "\n", count: 128 << 10),
        ]
    )
    func refusesOtherTexts(text: String) {
        #expect(cause { _ = try KeyMaterial(pem: .utf8(text)) } == .undecodable)
    }

    /// Every changed byte gives a key or the one status, and every cut the status.
    @Test(arguments: ["p256", "ed25519", "mldsa65", "rsa1024"])
    func survivesDamage(name: String) throws {
        let key = try TestKeys.key(name)
        let files = [try key.pkcs8().array, try key.subjectPublicKeyInfo()]
        for (index, file) in files.enumerated() {
            let read = { (bytes: [UInt8]) in
                cause {
                    _ =
                        index == 0
                        ? try KeyMaterial(pkcs8: .bytes(bytes))
                        : try KeyMaterial(subjectPublicKeyInfo: bytes)
                }
            }
            // The structure is at the start; further on are numbers.
            let step = max(1, file.count / (TestRounds.isQuick ? 12 : 50))
            for place in stride(from: 0, to: file.count, by: step) {
                #expect(read(Array(file[..<place])) == .undecodable)
                for mask in [1, 0xFF] as [UInt8] {
                    let found = read(file.enumerated().map { $0 == place ? $1 ^ mask : $1 })
                    #expect(found == nil || found == .undecodable)
                }
            }
            #expect(read(file + [0]) == .undecodable)
            for bytes in [[0x30, 0x80], [0x30, 0x84, 0x7F, 0xFF, 0xFF, 0xFF], [0x30]] as [[UInt8]] {
                for count in [1, 20_000] + (TestRounds.isQuick ? [] : [70_000]) {
                    let nested = Array(
                        repeatElement(bytes, count: count / bytes.count + 1).joined()
                    )
                    #expect(read(nested) == .undecodable)
                }
            }
        }
    }

    @Test func refusesOtherAlgorithms() throws {
        // Ed448, and RSA that is bound to PSS.
        for name in ["MEMwBQYDK2VxAzoA", "MA0GCSqGSIb3DQEBCgUA"] {
            let bytes = [UInt8](try #require(Data(base64Encoded: name)))
            #expect(cause { _ = try KeyMaterial(subjectPublicKeyInfo: bytes) } == .undecodable)
        }
        // A key of one curve under the name of another.
        let key = try TestKeys.key("p256")
        let inner = try key.family.inner(privateKey: key.externalRepresentation)
        for curve in [KeyAlgorithmIdentifier.Name.p384, .p521, .ed25519] {
            let file = try PKCS8Key(algorithm: .ellipticCurve(curve), inner: inner).der()
            #expect(cause { _ = try KeyMaterial(pkcs8: .bytes(file)) } == .undecodable)
        }
    }

    /// The newer version of RFC 5958, by its example in RFC 8410, 10.3.
    @Test func readsTheNewerVersion() throws {
        let file = """
            -----BEGIN PRIVATE KEY-----
            MHICAQEwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC
            oB8wHQYKKoZIhvcNAQkJFDEPDA1DdXJkbGUgQ2hhaXJzgSEAGb9ECWmEzf6FQbrB
            Z9w7lshQhqowtrbLDFw4rXAxZuE=
            -----END PRIVATE KEY-----
            """
        let key = try KeyMaterial(pem: .utf8(file))
        #expect(key.type == .ed25519)
        let point = key.publicKey.externalRepresentation.array
        #expect(point.prefix(4).elementsEqual([0x19, 0xBF, 0x44, 0x09]))
        let other = file.replacing("Z9w7lshQ", with: "Z9w7lshR")
        #expect(cause { _ = try KeyMaterial(pem: .utf8(other)) } == .undecodable)
    }
}
