import Foundation
import Security
import Tokens

/// Signs and verifies web tokens with keys made of numbers and with keys of the keychain.
func checkTokens() throws {
    try checkStandard()
    let payload = Data(#"{"sub":"api"}"#.utf8)
    let curve = try kept([
        kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeySizeInBits: 256,
    ])
    let rsa = try kept([kSecAttrKeyType: kSecAttrKeyTypeRSA, kSecAttrKeySizeInBits: 2048])
    for algorithm in TokenAlgorithm.allCases {
        let key = TokenKey(algorithm == .es256 ? curve : rsa, algorithm)
        let header = Data(#"{"alg":"\(algorithm.rawValue)"}"#.utf8)
        let token = try Token(header: header, payload: payload, key: key)
        guard let others = key.publicHalf() else { return check(false, "a public half") }
        check(try token.payload(verifiedWith: others) == payload, "\(algorithm) verifies")
        let altered = Token(
            token.text.replacingOccurrences(of: ".", with: ".e30", options: .backwards)
        )
        let error = failure("an altered token") { _ = try altered.payload(verifiedWith: others) }
        check(error is TokenError, "\(algorithm): an altered token is refused")
    }
    let wrong = failure("a curve does not do RSA") {
        _ = try Token(header: Data(), payload: payload, key: TokenKey(curve, .rs256))
    }
    guard case TokenError.key(let cause) = wrong else { return check(false, "\(wrong)") }
    check((cause as NSError).domain == NSOSStatusErrorDomain, "the framework says why")
}

/// The token, the key and the payload of RFC 7515, appendix A.3.
private func checkStandard() throws {
    let x = try number("f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU")
    let y = try number("x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0")
    let secret = try number("jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI")
    let payload =
        "eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFt"
        + "cGxlLmNvbS9pc19yb290Ijp0cnVlfQ"
    let token = Token(
        "eyJhbGciOiJFUzI1NiJ9." + payload + "."
            + "DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8IS"
            + "lSApmWQxfKTUJqPP3-Kg6NU1Q"
    )
    let key = try TokenKey(x: x, y: y)
    check(try token.payload(verifiedWith: key) == Base64URL.data(payload), "the standard's token")
    guard let half = try TokenKey(x: x, y: y, secret: secret).publicHalf() else {
        return check(false, "a public half")
    }
    check(half.key == key.key, "the secret number belongs to the point")
    let error = failure("a point that is not on the curve") { _ = try TokenKey(x: y, y: x) }
    check(error is TokenError, "a point that is not on the curve")

    let own = try kept([kSecAttrKeyType: kSecAttrKeyTypeRSA, kSecAttrKeySizeInBits: 2048])
    guard
        let bytes = SecKeyCopyPublicKey(own).flatMap({ SecKeyCopyExternalRepresentation($0, nil) })
    else { return check(false, "a public key has bytes") }
    // 30 82 01 0A 02 82 01 01 00, the 256 bytes of the modulus, 02 03 01 00 01
    let modulus = (bytes as Data).dropFirst(9).prefix(256)
    let made = try TokenKey(modulus: Data(modulus), exponent: Data([1, 0, 1]))
    check(made.key == SecKeyCopyPublicKey(own), "RSA survives its numbers")
}

private func number(_ text: String) throws -> Data {
    guard let number = Base64URL.data(text) else { throw TokenError.malformed }
    return number
}

private func kept(_ attributes: [CFString: Any]) throws -> SecKey {
    var error: Unmanaged<CFError>?
    guard let key = SecKeyCreateRandomKey(attributes as CFDictionary, &error) else {
        throw TokenError.key(error!.takeRetainedValue() as Error)
    }
    return key
}
