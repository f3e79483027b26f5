internal import KeychainctlKit
internal import PortableKeychain

extension WaysIn {
    /// Waits until the user types a new recovery key back, which proves that it is on paper.
    ///
    /// - Parameters:
    ///   - key: The key that is shown.
    ///   - source: The terminal.
    /// - Throws: Any error of asking the user.
    static func awaitTypingBack(_ key: RecoveryKey, on source: inout PasscodeSource) throws {
        while true {
            let typed = try recoveryKey(from: &source, asking: "Type it back: ")
            guard !typed.matches(key) else { return }
            Terminal.say("This is another recovery key. Enter the one that is shown above.")
        }
    }
}
