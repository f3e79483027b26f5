internal import SafeText

/// The statement of the client that a signature covers (WebAuthn, 5.8.1).
struct ClientData {
    /// The ceremony, as WebAuthn names it.
    enum Ceremony: String {
        case registration = "webauthn.create"
        case assertion = "webauthn.get"
    }

    let ceremony: Ceremony
    let challenge: [UInt8]
    let origin: WebOrigin
    let isCrossOrigin: Bool

    /// The JSON, whose members come in the order of WebAuthn, 5.8.1.1.
    var encoded: [UInt8] {
        let json: JSON = .object([
            ("type", .string(ceremony.rawValue)),
            ("challenge", .string(Base64Text.encoded(challenge))),
            ("origin", .string(origin.text)),
            ("crossOrigin", .bool(isCrossOrigin)),
        ])
        return Array(json.line.utf8)
    }
}
