internal import Crypto
internal import KeychainEssentials

/// Keys of Curve25519: 32 bytes each.
///
/// Signing and agreement are separate families, because their keys cannot stand for each other.
protocol Curve25519Keys: KeyFamily {
    associatedtype Key: Curve25519PrivateKey
}

/// A key of Curve25519, of either half.
protocol Curve25519Key: RepresentedKey {
    init<Bytes: ContiguousBytes>(rawRepresentation: Bytes) throws
    var rawRepresentation: Data { get }
}

extension Curve25519Key {
    init(externalRepresentation: UnsafeRawBufferPointer) throws {
        try self.init(rawRepresentation: externalRepresentation)
    }

    var externalRepresentation: Data { rawRepresentation }
}

/// A private key of Curve25519.
protocol Curve25519PrivateKey: Curve25519Key {
    associatedtype Public: Curve25519PublicKey

    init()
    var publicKey: Public { get }
}

extension Curve25519PrivateKey {
    static var keyClass: KeyClass { .privateKey }
}

/// A public key of Curve25519.
protocol Curve25519PublicKey: Curve25519Key {
    associatedtype Private: Curve25519PrivateKey
}

extension Curve25519PublicKey {
    static var family: any KeyFamily { Private.family }
    static var keyClass: KeyClass { .publicKey }
}

extension Curve25519Keys {
    func sizeInBits(publicKey: [UInt8]) -> Int { 256 }
    func makes(sizeInBits: Int) -> Bool { true }  // There is one size, and any request means it.

    func generate(sizeInBits: Int) throws(KeychainError) -> SecretBytes {
        var bytes = Key().rawRepresentation
        return SecretBytes(moving: &bytes)
    }

    func publicKey(of privateKey: SecretBytes) -> [UInt8]? {
        (try? key(privateKey)).map { [UInt8]($0.publicKey.rawRepresentation) }
    }

    func isPublicKey(_ bytes: [UInt8]) -> Bool {
        (try? Key.Public(rawRepresentation: bytes)) != nil
    }

    func inner(privateKey: SecretBytes) throws(KeychainError) -> [UInt8] {
        try CurvePrivateKey.inner(privateKey)
    }

    func privateKey(inner: ArraySlice<UInt8>) throws(KeychainError) -> SecretBytes {
        try CurvePrivateKey.privateKey(inner)
    }

    func key(_ bytes: SecretBytes) throws -> Key {
        try bytes.withUnsafeBytes { try Key(rawRepresentation: $0) }
    }
}

extension Curve25519.Signing.PrivateKey: Curve25519PrivateKey {
    static var family: any KeyFamily { Ed25519Keys() }
}

extension Curve25519.KeyAgreement.PrivateKey: Curve25519PrivateKey {
    static var family: any KeyFamily { X25519Keys() }
}

extension Curve25519.Signing.PublicKey: Curve25519PublicKey {
    typealias Private = Curve25519.Signing.PrivateKey
}

extension Curve25519.KeyAgreement.PublicKey: Curve25519PublicKey {
    typealias Private = Curve25519.KeyAgreement.PrivateKey
}
