internal import KeychainctlKit
internal import PortableKeychain

extension WaysIn {
    /// Waits until a new recovery key was typed back: only then somebody has it on paper.
    ///
    /// - Parameters:
    ///   - key: The key that is shown.
    ///   - source: The terminal.
    /// - Throws: What asking throws.
    static func awaitTypingBack(_ key: RecoveryKey, on source: inout PasscodeSource) throws {
        while true {
            let typed = try recoveryKey(from: &source, asking: "Type it back: ")
            guard !typed.matches(key) else { return }
            Terminal.say("This is another recovery key. Enter the one that is shown above.")
        }
    }
}
