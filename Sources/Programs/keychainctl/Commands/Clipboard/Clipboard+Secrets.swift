internal import CKeychainPlatform
internal import KeychainctlKit
internal import PortableKeychain

extension Clipboard {
    /// Copies a secret.
    ///
    /// - Parameters:
    ///   - secret: The secret.
    ///   - terminal: Writes to the terminal, if its clipboard is used.
    /// - Returns: The outcome.
    func copy(
        _ secret: SecretBytes,
        _ terminal: (UnsafeRawBufferPointer) -> Bool
    ) -> ClipboardProgram.Outcome {
        secret.withUnsafeBytes { bytes -> ClipboardProgram.Outcome in
            guard let commands else {
                var sequence = Self.sequence(bytes)
                return sequence.withUnsafeMutableBytes { room -> ClipboardProgram.Outcome in
                    defer { if let start = room.baseAddress { pk_zero(start, room.count) } }
                    return terminal(UnsafeRawBufferPointer(room)) ? .done : .failed
                }
            }
            var outcome = ClipboardProgram.Outcome.failed
            // One that hangs would hang with the next command, too.
            for words in commands.copying where outcome == .failed {
                outcome = ClipboardProgram.run(words, bytes)
            }
            guard outcome != .done else { return outcome }
            // A program can have taken the secret before it failed.
            switch clear(secret, terminal) {
            case .done, nil: return outcome
            case .failed, .silent, .uncertain: return .uncertain(isSilent: outcome == .silent)
            }
        }
    }

    /// Removes a secret that was copied, unless the clipboard has another content by now; a
    /// terminal's clipboard cannot be read and is emptied.
    ///
    /// - Returns: The outcome; `nil` if the clipboard has another content.
    func clear(
        _ secret: SecretBytes,
        _ terminal: (UnsafeRawBufferPointer) -> Bool
    ) -> ClipboardProgram.Outcome? {
        guard let commands else {
            return Self.sequence([]).withUnsafeBytes { terminal($0) } ? .done : .failed
        }
        // If it cannot be read in time, removing the secret is more important.
        guard ClipboardProgram.prints(secret, commands.reading) ?? true else { return nil }
        return ClipboardProgram.run(
            commands.clearing,
            UnsafeRawBufferPointer(start: nil, count: 0)
        )
    }

    /// The words for an outcome that is no success.
    func complaint(_ outcome: ClipboardProgram.Outcome) -> String {
        let program = commands?.clearing.first ?? "the terminal"
        return switch outcome {
        case .silent: "\(program) does not answer"
        case .uncertain(let isSilent):
            complaint(isSilent ? .silent : .failed) + ", and may have taken the secret"
        case .done, .failed: "\(program) failed"
        }
    }

    /// The words for what became of the secret in the clipboard.
    func news(ofClearing outcome: ClipboardProgram.Outcome?) -> String {
        guard let outcome else { return "The clipboard has changed." }
        guard outcome != .done else { return "The clipboard was emptied." }
        return "\(complaint(outcome)); the secret may be in the clipboard still."
    }
}
