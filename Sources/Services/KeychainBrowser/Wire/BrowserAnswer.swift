internal import PortableKeychain
internal import SafeText

/// Messages of the host in their outer form, which has nothing secret in clear.
enum BrowserAnswer {
    /// The version that the extension sees: it asks for passkeys from 2.7.7 on, and for others of KeePassXC's
    /// features by such numbers.
    static let version = "2.7.9"

    /// The answer to a request that was not carried out.
    static func failure(
        _ fault: BrowserFault,
        _ action: String,
        _ requestID: String? = nil
    ) -> [UInt8] {
        bytes(
            [
                ("action", .string(action)), ("errorCode", .string(fault.code)),
                ("error", .string(fault.text)),
            ] + (requestID.map { [("requestID", .string($0))] } ?? [])
        )
    }

    /// The answer to the exchange of keys.
    static func keys(_ publicKey: [UInt8], nonce: [UInt8]) -> [UInt8] {
        bytes([
            ("action", .string(BrowserAction.exchange)), ("version", .string(version)),
            ("publicKey", .string(text(publicKey))), ("nonce", .string(text(nonce))),
            ("success", .string("true")),
        ])
    }

    /// A sealed answer.
    static func sealed(_ message: [UInt8], nonce: [UInt8], _ action: String) -> [UInt8] {
        bytes([
            ("action", .string(action)), ("message", .string(text(message))),
            ("nonce", .string(text(nonce))),
        ])
    }

    /// A message without a request.
    static func signal(isLocked: Bool) -> [UInt8] {
        bytes([("action", .string(isLocked ? "database-locked" : "database-unlocked"))])
    }

    /// Base64 of what is not secret.
    static func text(_ bytes: [UInt8]) -> String {
        SecretText.copy(Base64.encoded(SecretBytes(bytes))) ?? ""
    }

    private static func bytes(_ members: [(String, JSON)]) -> [UInt8] {
        Array(JSON.object(members).line.utf8)
    }
}
