internal import KeychainAgent
internal import PortableKeychain

/// Lets a program use the default keychain through the user's agent (`Documentation/Agent.md`).
///
/// The agent asks the user which program may use which access group, and has the keys of the keychain;
/// programs get items. It is consent, not a wall: a program of the same user can also open the file.
///
/// ```swift
/// import KeychainAgentClient
///
/// AgentClient.install()
/// ```
public enum AgentClient {
    /// Lets the default keychain follow the variable `PORTABLE_KEYCHAIN_AGENT`.
    ///
    /// Call it once, at the start of the program, before the default keychain is used. With `require`,
    /// `Keychain.default` and all doors that use it go through the agent, and fail if none runs; with
    /// `prefer`, they open the file then. Without the variable nothing changes. Programs that run with
    /// more rights than their caller ignore it.
    ///
    /// Keychains that the program opens by name or file do not go through the agent.
    public static func install() {
        Keychain.setAgentClient(
            Keychain.AgentClient(
                user: { caller throws(KeychainError) in try AgentKeeper.standard(caller) },
                system: { owner, caller throws(KeychainError) in
                    try AgentKeeper.system(owner, caller)
                }
            )
        )
    }
}
