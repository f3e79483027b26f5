/// The token that programs of this machine use without naming one.
enum InstalledToken {
    /// The installed token; `nil` if there is none.
    ///
    /// This is the only place that decides it. It must not speak to the token, because each
    /// configuration asks: a token that cannot be used answers when it is needed. So where the agent
    /// of the system might have a TPM, there is a token.
    static func find() -> (any SecurityToken)? {
        TPMAccess.isDirect || TPMAccess.isOffered ? ProgramToken.tpm : nil
    }
}
