import Foundation
import PortableKeychain
import Testing

@testable import KeychainctlKit

/// The times when tokens end.
@Suite struct TokenExpiryTests {
    private static func token(_ header: String, _ claims: String) -> String {
        [header, claims, "signature"].map { text in
            Data(text.utf8).base64EncodedString().replacing("+", with: "-")
                .replacing("/", with: "_").replacing("=", with: "")
        }.joined(separator: ".")
    }

    private static let header = #"{"alg":"HS256","typ":"JWT"}"#

    static let tokens: [(String, Double?)] = [
        (token(header, #"{"exp":1704067200}"#), 1_704_067_200),
        (token(header, #"{"a":"?>~","exp":1704067200.5}"#), 1_704_067_200.5),
        (token(header, #"{"exp":"1704067200"}"#), nil), (token(header, #"{"iat":1}"#), nil),
        (token(#"{"typ":"JWT"}"#, #"{"exp":1}"#), nil), (token("[]", #"{"exp":1}"#), nil),
        (token(header, "1"), nil), (token(header, #"{"exp":1}"#) + ".x", nil), ("a.b.c", nil),
        ("..", nil), ("", nil), ("s3cret", nil),
        (token(header, #"{"exp":1}"#) + String(repeating: "x", count: 1 << 16), nil),
    ]

    @Test(arguments: tokens) func reads(_ token: String, _ end: Double?) {
        #expect(TokenExpiry.seconds(of: SecretBytes(utf8: token)) == end)
    }
}
