internal import CKeychainPlatform
internal import Crypto
internal import CryptoExtras
internal import KeychainEssentials
package import PortableKeychain

/// The work by which the password databases of other programs make guessing expensive.
///
/// A reader of a file limits the parameters first: the work is the choice of its writer.
package enum PasswordStretching: Equatable, Sendable {
    /// Argon2 (RFC 9106) by the system's libargon2.
    case argon2(Argon2)
    /// AES-256 with a seed as its key, so many times on each half of 32 bytes, and SHA-256 of that.
    case aes(seed: [UInt8], rounds: Int)

    /// The parameters of Argon2.
    package struct Argon2: Equatable, Sendable {
        package enum Kind: Int32, Sendable {
            case argon2d = 0
            case argon2id = 2
        }

        package enum Version: UInt32, Sendable {
            case first = 0x10
            case second = 0x13
        }

        package var kind: Kind
        package var version: Version
        package var passes: UInt32
        package var kibibytes: UInt32
        package var lanes: UInt32
        package var salt: [UInt8]

        package init(
            _ kind: Kind,
            version: Version,
            passes: UInt32,
            kibibytes: UInt32,
            lanes: UInt32,
            salt: [UInt8]
        ) {
            self.kind = kind
            self.version = version
            self.passes = passes
            self.kibibytes = kibibytes
            self.lanes = lanes
            self.salt = salt
        }
    }

    /// Whether libargon2 may be used; tests show with `false` the behaviour without it.
    @TaskLocal package static var allowsArgon2 = true

    /// Whether the system has the library for it.
    package var isPresent: Bool {
        switch self {
        case .argon2: Self.hasArgon2
        case .aes: true
        }
    }

    /// Whether the system has libargon2.
    package static var hasArgon2: Bool { allowsArgon2 && pk_argon2_present() == 1 }

    /// The length of the stretched key, and of the result.
    package static let length = 32

    /// Does the work.
    ///
    /// - Parameter secret: 32 bytes.
    /// - Returns: The key, 32 bytes; `nil` where libargon2 is missing or does not get its memory, and
    ///   for parameters that there cannot be.
    package func stretched(_ secret: SecretBytes) -> SecretBytes? {
        guard isPresent, secret.count == Self.length else { return nil }
        switch self {
        case .argon2(let parameters): return Self.stretch(secret, parameters)
        case .aes(let seed, let rounds): return try? Self.stretch(secret, seed, rounds)
        }
    }

    private static func stretch(_ secret: SecretBytes, _ parameters: Argon2) -> SecretBytes? {
        var done: Int32 = 0
        let key = SecretBytes(count: length) { room in
            secret.withUnsafeBytes { secret in
                parameters.salt.withUnsafeBufferPointer { salt in
                    var call = pk_argon2_call(
                        type: parameters.kind.rawValue,
                        version: parameters.version.rawValue,
                        passes: parameters.passes,
                        kibibytes: parameters.kibibytes,
                        lanes: parameters.lanes,
                        input: secret.bindMemory(to: UInt8.self).baseAddress,
                        input_count: secret.count,
                        salt: salt.baseAddress,
                        salt_count: salt.count
                    )
                    done = pk_argon2(
                        &call,
                        room.bindMemory(to: UInt8.self).baseAddress,
                        room.count
                    )
                }
            }
        }
        return done == 1 ? key : nil
    }

    /// In CBC mode, each block of zeroes encrypts the block before it again.
    private static func stretch(
        _ secret: SecretBytes,
        _ seed: [UInt8],
        _ rounds: Int
    ) throws -> SecretBytes {
        let block = 16
        let zeroes = Data(count: 4096 * block)
        let key = SymmetricKey(data: seed)
        func half(_ start: Int) throws -> SecretBytes {
            var state = secret.withUnsafeBytes { Array($0[start..<start + block]) }
            defer { state.withUnsafeMutableBytes { SecretBytes.zero($0) } }
            var rest = rounds
            while rest > 0 {
                let count = min(rest * block, zeroes.count)
                var blocks = try AES._CBC.encrypt(
                    zeroes.prefix(count),
                    using: key,
                    iv: AES._CBC.IV(ivBytes: state),
                    noPadding: true
                )
                defer { blocks.zero() }
                state.withUnsafeMutableBytes { $0.copyBytes(from: blocks.suffix(block)) }
                rest -= count / block
            }
            return SecretBytes(state)
        }
        return SecretDigest.sha256([try half(0), try half(block)])
    }
}
