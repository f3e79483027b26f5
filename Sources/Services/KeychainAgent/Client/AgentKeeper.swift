@_spi(Keepers) package import PortableKeychain

/// Answers requests with the items of a keychain that an agent has opened.
///
/// The agent asks the user, for consent and for proofs, and has the keys; this process gets items. A
/// program that may open the keychain itself gains no protection against others by it
/// (`Specification/threat-model.md`).
package struct AgentKeeper: ManagedKeeper {
    let line: AgentLine
    let caller: Keychain.AgentCaller

    /// Makes a keeper; nothing is connected yet.
    ///
    /// - Parameters:
    ///   - line: The connection.
    ///   - groups: The access groups that the program claims; the user is asked about them.
    package init(_ line: AgentLine, groups: AccessGroups) {
        self.init(line, Keychain.AgentCaller(groups))
    }

    /// Makes a keeper for a caller; nothing is connected yet.
    package init(_ line: AgentLine, _ caller: Keychain.AgentCaller) {
        (self.line, self.caller) = (line, caller)
    }

    /// The access groups of the caller, in order.
    package var accessGroups: AccessGroups { caller.groups }

    package func withAccessGroups(
        _ groups: AccessGroups
    ) throws(KeychainError) -> any ItemKeeper {
        AgentKeeper(line, Keychain.AgentCaller(groups, keepsHistory: caller.keepsHistory))
    }

    package func perform(_ request: ItemRequest) throws(KeychainError) -> ItemAnswer {
        let isSearch = if case .copyMatching = request.verb { true } else { false }
        return try line.call(
            .perform,
            as: caller,
            isRepeatable: isSearch,
            write: { writer, encoder throws(KeychainError) in
                try writer.write(request, into: &encoder)
            },
            read: { reader throws(KeychainError) in try reader.answer() }
        )
    }

    package func performTogether(_ steps: [ItemStep]) throws(KeychainError) -> [ItemAnswer] {
        try line.call(
            .together,
            as: caller,
            isRepeatable: false,
            write: { writer, encoder throws(KeychainError) in
                try encoder.list(steps) { encoder, step throws(KeychainError) in
                    try writer.write(step, into: &encoder)
                }
            },
            read: { reader throws(KeychainError) in
                try reader.list { reader throws(KeychainError) in try reader.answer() }
            }
        )
    }

    package var lockState: LockState {
        get throws(KeychainError) {
            try manage(.lockState) { r throws(KeychainError) in
                guard let state = LockState(rawValue: try r.text()) else { throw Frame.malformed }
                return state
            }
        }
    }

    package var hasPasscode: Bool {
        get throws(KeychainError) {
            try manage(.hasPasscode) { r throws(KeychainError) in try r.flag() }
        }
    }

    package var sharesUnlocking: Bool {
        get throws(KeychainError) {
            try manage(.sharesUnlocking) { r throws(KeychainError) in try r.flag() }
        }
    }

    package var changeMark: [UInt8] {
        get throws(KeychainError) {
            try manage(.changeMark) { r throws(KeychainError) in try r.bytes() }
        }
    }

    package func lock() throws(KeychainError) { try manage(.lock) { _ in } }

    package func lock(after duration: Duration?) throws(KeychainError) {
        try manage(.lockAfter(duration)) { _ in }
    }

    package func unlock(
        passcode: SecretBytes,
        for duration: Duration?
    ) throws(KeychainError) {
        try manage(.unlock(passcode, for: duration)) { _ in }
    }

    package func canAuthenticate(
        _ constraints: AccessControl.Constraints,
        in context: AuthenticationContext
    ) throws(KeychainError) {
        try proving(context) { .canAuthenticate(constraints, $0) }
    }

    package func authenticate(
        _ constraints: AccessControl.Constraints,
        in context: AuthenticationContext,
        reason: String
    ) throws(KeychainError) {
        try proving(context) { .authenticate(constraints, $0, reason: reason) }
    }

    private func proving(
        _ context: AuthenticationContext,
        _ call: (ContextState) -> ManagedCall
    ) throws(KeychainError) {
        try line.call(
            .manage,
            isRepeatable: false,
            write: { writer, encoder throws(KeychainError) in
                let state = ContextState(context, number: writer.number(context))
                call(state).encode(into: &encoder)
            },
            read: { _ in }
        )
    }

    /// Each of them can be made again: locking twice, or reading, does no harm.
    private func manage<R>(
        _ call: ManagedCall,
        _ read: (inout ByteReader) throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        try line.ask(.manage, write: { call.encode(into: &$0) }, read: read)
    }
}
