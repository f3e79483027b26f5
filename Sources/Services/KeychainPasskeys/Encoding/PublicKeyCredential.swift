package import SafeText

/// The answer to a site: a `PublicKeyCredential` in JSON (WebAuthn, 5.1).
package struct PublicKeyCredential: Sendable {
    /// The passkey that was made or used.
    package let passkey: StoredPasskey
    /// The members of `response`.
    private let response: [(String, Member)]
    /// The answers to extensions that the site asked for.
    private let properties: Bool

    /// A value of the response.
    enum Member {
        case bytes([UInt8])
        case number(Int64)
        case texts([String])
    }

    /// Makes an answer.
    ///
    /// - Parameters:
    ///   - passkey: The passkey.
    ///   - saysDiscoverable: Whether the site asked whether the passkey is found without its identifier.
    ///   - response: The members of `response`.
    init(_ passkey: StoredPasskey, saysDiscoverable: Bool = false, _ response: [(String, Member)]) {
        self.passkey = passkey
        self.response = response
        properties = saysDiscoverable
    }

    /// The answer; bytes are Base64 with the alphabet of URLs and without padding.
    package var json: JSON {
        let identifier = JSON.string(Base64Text.encoded(passkey.account.credentialID))
        return .object([
            ("id", identifier),
            ("rawId", identifier),
            ("type", .string("public-key")),
            ("authenticatorAttachment", .string(AuthenticatorAttachment.platform.rawValue)),
            ("response", .object(response.map { ($0.0, Self.json($0.1)) })),
            (
                "clientExtensionResults",
                .object(properties ? [("credProps", .object([("rk", .bool(true))]))] : [])
            ),
        ])
    }

    private static func json(_ member: Member) -> JSON {
        switch member {
        case .bytes(let bytes): .string(Base64Text.encoded(bytes))
        case .number(let number): .number(number)
        case .texts(let texts): .array(texts.map { .string($0) })
        }
    }
}
