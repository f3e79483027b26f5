import Foundation
import KeyTools
import Security

/// Signs, encrypts and agrees with keys that stay in the keychain.
func checkKeyTools() throws {
    check(try KeyPair.load(tag: "example.sign") == nil, "no key yet")
    let made = try KeyPair.generate(.ellipticCurve(bits: 256), tag: "example.sign")
    guard let pair = try KeyPair.load(tag: "example.sign") else {
        return check(false, "the key was kept")
    }
    check(pair.privateKey == made.privateKey, "the same key comes back")
    check(pair.applicationLabel?.count == 20, "the hash of its public key")

    let message = Data("a message".utf8)
    let signature = try pair.sign(message, .ecdsaSignatureMessageX962SHA256)
    check(made.verify(signature, of: message, .ecdsaSignatureMessageX962SHA256), "it verifies")
    check(
        !made.verify(signature, of: Data("another".utf8), .ecdsaSignatureMessageX962SHA256),
        "but for one message"
    )
    let wrong = failure("a curve does not do RSA") {
        _ = try pair.sign(message, .rsaSignatureMessagePKCS1v15SHA256)
    }
    check(wrong is KeyToolsError, "a curve does not do RSA")

    let sealed = try made.encrypt(message)
    check(try pair.decrypt(sealed) == message, "the key in the keychain decrypts")
    var altered = sealed
    altered[altered.count - 1] ^= 1
    let error = failure("altered bytes") { _ = try pair.decrypt(altered) }
    guard case KeyToolsError.failed(let cause) = error else {
        return check(false, "altered bytes are refused with a cause")
    }
    check((cause as NSError).code == Int(errSecParam), "altered bytes are refused")

    let bytes = try pair.exportPublicKey()
    check(bytes.first == 4 && bytes.count == 65, "a point in X9.63")
    let other = try KeyPair.generate(.ellipticCurve(bits: 256), tag: "example.other")
    let imported = try KeyPair.importPublicKey(bytes, .ellipticCurve(bits: 256))
    check(imported == pair.publicKey, "a public key survives its bytes")
    let secret = try other.agree(with: imported, length: 32)
    check(try secret == pair.agree(with: other.publicKey, length: 32), "both sides agree")
    try checkRSA(message)
    check(KeyPair.delete(tag: "example.sign") && KeyPair.delete(tag: "example.other"), "removed")
    check(!KeyPair.delete(tag: "example.sign"), "but once")
    check(try KeyPair.load(tag: "example.sign") == nil, "nothing is left")
}

private func checkRSA(_ message: Data) throws {
    let pair = try KeyPair.generate(.rsa(bits: 2048), tag: "example.rsa")
    check(try pair.decrypt(pair.encrypt(message)) == message, "RSA decrypts")
    let signature = try pair.sign(message, .rsaSignatureMessagePSSSHA256)
    check(pair.verify(signature, of: message, .rsaSignatureMessagePSSSHA256), "RSA verifies")
    let imported = try KeyPair.importPublicKey(pair.exportPublicKey(), .rsa(bits: 2048))
    check(imported == pair.publicKey, "a public key survives its bytes")
    check(KeyPair.delete(tag: "example.rsa"), "removed")
}
