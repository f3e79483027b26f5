internal import PortableKeychain

/// A client's message about one of its contexts, with each request that uses it: the proofs
/// themselves stay in the agent, under the context's number.
struct ContextState: Sendable {
    /// The number that the client gave the context.
    var number: UInt64
    var isInvalidated = false
    var interactionNotAllowed = false
    var reason = ""
    var fallbackTitle: String?
    var cancelTitle: String?
    /// The passcode that the program set in advance.
    var passcode: SecretBytes?
    var applicationPassword: SecretBytes?

    /// The state of a context.
    init(_ context: AuthenticationContext, number: UInt64) {
        self.number = number
        isInvalidated = context.isInvalidated
        interactionNotAllowed = context.interactionNotAllowed
        reason = context.reason
        fallbackTitle = context.fallbackTitle
        cancelTitle = context.cancelTitle
        passcode = context.credential(.passcode)
        applicationPassword = context.credential(.applicationPassword)
    }

    init(_ reader: inout ByteReader) throws(KeychainError) {
        number = try reader.integer()
        isInvalidated = try reader.flag()
        interactionNotAllowed = try reader.flag()
        reason = try reader.text()
        fallbackTitle = try reader.optional { r throws(KeychainError) in try r.text() }
        cancelTitle = try reader.optional { r throws(KeychainError) in try r.text() }
        passcode = try reader.optional { r throws(KeychainError) in try r.secret() }
        applicationPassword = try reader.optional { r throws(KeychainError) in try r.secret() }
    }

    func encode(into encoder: inout SecretEncoder) {
        encoder.integer(number)
        encoder.flag(isInvalidated)
        encoder.flag(interactionNotAllowed)
        encoder.text(reason)
        encoder.optional(fallbackTitle) { $0.text($1) }
        encoder.optional(cancelTitle) { $0.text($1) }
        encoder.optional(passcode) { $0.sized($1) }
        encoder.optional(applicationPassword) { $0.sized($1) }
    }
}
