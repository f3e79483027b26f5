internal import Crypto
internal import CryptoExtras
internal import KeychainEssentials

/// A way to make keys of passwords.
public typealias CCPBKDFAlgorithm = UInt32
/// A function of which PBKDF2 makes its rounds.
public typealias CCPseudoRandomAlgorithm = UInt32

/// PBKDF2 (RFC 8018).
public let kCCPBKDF2 = 2
/// HMAC with SHA-1.
public let kCCPRFHmacAlgSHA1 = 1
/// HMAC with SHA-256.
public let kCCPRFHmacAlgSHA256 = 3
/// HMAC with SHA-384.
public let kCCPRFHmacAlgSHA384 = 4
/// HMAC with SHA-512.
public let kCCPRFHmacAlgSHA512 = 5

private func function(_ prf: CCPseudoRandomAlgorithm) -> KDF.Insecure.PBKDF2.HashFunction? {
    switch Int(prf) {
    case kCCPRFHmacAlgSHA1: .insecureSHA1
    case kCCPRFHmacAlgSHA256: .sha256
    case kCCPRFHmacAlgSHA384: .sha384
    case kCCPRFHmacAlgSHA512: .sha512
    default: nil
    }
}

/// Makes a key of a password by PBKDF2.
///
/// - Parameters:
///   - algorithm: `kCCPBKDF2`.
///   - password: The password; may be `nil` if it is empty.
///   - passwordLen: Its length in bytes.
///   - salt: The salt; may be `nil` if it is empty.
///   - saltLen: Its length in bytes.
///   - prf: The function.
///   - rounds: The number of rounds, 1 or more. More than 210,000 with SHA-512 are advised.
///   - derivedKey: Room for the key.
///   - derivedKeyLen: Its length in bytes, 1 or more.
/// - Returns: `kCCSuccess`; `kCCParamError` for another value, also of `prf`.
@discardableResult
public func CCKeyDerivationPBKDF(
    _ algorithm: CCPBKDFAlgorithm,
    _ password: UnsafePointer<CChar>!,
    _ passwordLen: Int,
    _ salt: UnsafePointer<UInt8>!,
    _ saltLen: Int,
    _ prf: CCPseudoRandomAlgorithm,
    _ rounds: UInt32,
    _ derivedKey: UnsafeMutablePointer<UInt8>!,
    _ derivedKeyLen: Int
) -> Int32 {
    guard algorithm == UInt32(kCCPBKDF2), let function = function(prf), rounds > 0,
        passwordLen >= 0, passwordLen == 0 || password != nil,
        saltLen >= 0, saltLen == 0 || salt != nil,
        derivedKeyLen > 0, derivedKey != nil
    else { return CCStatus(kCCParamError) }
    // Copies, because swift-crypto ends the process for bytes that are nowhere, as no bytes can be.
    var secret = Array(UnsafeRawBufferPointer(start: password, count: passwordLen))
    defer { zero(&secret) }
    let derived = try? KDF.Insecure.PBKDF2.deriveKey(
        from: secret,
        salt: Array(UnsafeRawBufferPointer(start: salt, count: saltLen)),
        using: function,
        outputByteCount: derivedKeyLen,
        unsafeUncheckedRounds: Int(rounds)
    )
    guard let derived else { return CCStatus(kCCUnspecifiedError) }
    derived.withUnsafeBytes { bytes in
        UnsafeMutableRawBufferPointer(start: derivedKey, count: derivedKeyLen).copyMemory(
            from: bytes
        )
    }
    return CCStatus(kCCSuccess)
}

/// Returns how many rounds of PBKDF2 take this processor a time.
///
/// - Parameters:
///   - algorithm: `kCCPBKDF2`.
///   - passwordLen: The length of the password in bytes.
///   - saltLen: The length of the salt in bytes.
///   - prf: The function.
///   - derivedKeyLen: The length of the key in bytes.
///   - msec: The time in milliseconds.
/// - Returns: The rounds, 1 or more; 0 for values that `CCKeyDerivationPBKDF` does not take.
public func CCCalibratePBKDF(
    _ algorithm: CCPBKDFAlgorithm,
    _ passwordLen: Int,
    _ saltLen: Int,
    _ prf: CCPseudoRandomAlgorithm,
    _ derivedKeyLen: Int,
    _ msec: UInt32
) -> UInt32 {
    guard passwordLen >= 0, saltLen >= 0, derivedKeyLen > 0 else { return 0 }
    let password = [CChar](repeating: 1, count: passwordLen)
    let salt = [UInt8](repeating: 1, count: saltLen)
    var key = [UInt8](repeating: 0, count: derivedKeyLen)
    var rounds: UInt32 = 10_000
    while true {
        let start = ContinuousClock.now
        let status = CCKeyDerivationPBKDF(
            algorithm,
            password,
            passwordLen,
            salt,
            saltLen,
            prf,
            rounds,
            &key,
            derivedKeyLen
        )
        guard status == 0 else { return 0 }
        let time = (ContinuousClock.now - start) / .milliseconds(1)
        // Enough to be measured, or more than is asked for.
        if time >= 20 || rounds > .max / 4 {
            return UInt32(min(max(Double(rounds) / time * Double(msec), 1), Double(UInt32.max)))
        }
        rounds *= 4
    }
}
