import Foundation
import PortableSecurity
import Testing

/// Keys that are refused by choice, and the alternative that the error names (item-semantics.md
/// §6.2, 7).
@Suite struct KeyRefusalTests {
    private static let rsa = "1024 to 8192 bits, in steps of 128"
    private static let curves = "256, 384 or 521 bits"
    private static let types = "RSA, an elliptic curve (P-256, P-384, P-521), Ed25519, X25519"

    /// Type, size, and the alternative that the error names.
    static let refused: [(type: String, size: Int?, choice: String)] = [
        // P-192 and P-224.
        ("73", 192, curves), ("73", 224, curves), ("43", 224, curves),
        ("73", 255, curves), ("73", 0, curves), ("73", nil, curves),
        ("42", 512, rsa), ("42", 1023, rsa), ("42", 1032, rsa), ("42", 2000, rsa),
        ("42", 8320, rsa), ("42", nil, rsa),
        // Ed448 and X448.
        ("107", 448, types), ("108", 448, types), ("107", nil, types), ("9", 256, types),
        ("110", 512, "768 or 1024"), ("111", 44, "65 or 87"),
    ]

    @Test(arguments: refused.indices)
    func namesWhatIsMade(index: Int) throws {
        let (type, size, choice) = Self.refused[index]
        var parameters: [CFString: Any] = [kSecAttrKeyType: type]
        parameters[kSecAttrKeySizeInBits] = size
        var error: Unmanaged<CFError>?
        #expect(SecKeyCreateRandomKey(parameters as CFDictionary, &error) == nil)
        try expect(error, names: choice)
        let status = SecKeyGeneratePair(parameters as CFDictionary, nil, nil)
        #expect(status == errSecParam)
    }

    /// Each choice that an error names is made.
    @Test(arguments: [
        ("73", 256), ("73", 384), ("73", 521), ("42", 1024), ("42", 1152), ("105", 0), ("106", 0),
        ("110", 768), ("110", 1024), ("111", 65), ("111", 87),
    ])
    func makesWhatItNames(type: String, size: Int) {
        let parameters: [CFString: Any] = [kSecAttrKeyType: type, kSecAttrKeySizeInBits: size]
        #expect(SecKeyCreateRandomKey(parameters as CFDictionary, nil) != nil)
    }

    @Test(arguments: ["107", "108"])
    func readsNoKeysOfOtherTypes(type: String) throws {
        let attributes: [CFString: Any] = [
            kSecAttrKeyType: type, kSecAttrKeyClass: kSecAttrKeyClassPrivate,
        ]
        var error: Unmanaged<CFError>?
        let bytes = Data(count: 57) as CFData
        #expect(SecKeyCreateWithData(bytes, attributes as CFDictionary, &error) == nil)
        try expect(error, names: Self.types)
    }

    private func expect(_ error: Unmanaged<CFError>?, names choice: String) throws {
        let error = try #require(error).takeRetainedValue()
        #expect(CFErrorGetCode(error) == Int(errSecParam))
        let reason = error.userInfo["NSDebugDescription"] as? String
        #expect(reason?.contains(choice) == true, "\(reason ?? "none")")
    }
}
