internal import CKeychainPlatform
internal import KeychainctlKit
internal import PortableKeychain

extension Clipboard {
    /// Copies a secret.
    ///
    /// - Parameters:
    ///   - secret: The secret.
    ///   - terminal: Writes to the terminal, if its clipboard is used.
    /// - Returns: Whether that was possible.
    func copy(_ secret: SecretBytes, _ terminal: (UnsafeRawBufferPointer) -> Bool) -> Bool {
        secret.withUnsafeBytes { bytes in
            guard let commands else {
                var sequence = Self.sequence(bytes)
                return sequence.withUnsafeMutableBytes { room in
                    defer { if let start = room.baseAddress { pk_zero(start, room.count) } }
                    return terminal(UnsafeRawBufferPointer(room))
                }
            }
            return commands.copying.contains { ClipboardProgram.run($0, bytes) }
        }
    }

    /// Removes a secret that was copied, unless the clipboard has another content by now; a
    /// terminal's clipboard cannot be read and is emptied.
    ///
    /// - Returns: Whether it was removed.
    func clear(_ secret: SecretBytes, _ terminal: (UnsafeRawBufferPointer) -> Bool) -> Bool {
        guard let commands else {
            return Self.sequence([]).withUnsafeBytes { terminal($0) }
        }
        // If it cannot be read in time, removing the secret is more important.
        guard ClipboardProgram.prints(secret, commands.reading) ?? true else { return false }
        return ClipboardProgram.run(
            commands.clearing,
            UnsafeRawBufferPointer(start: nil, count: 0)
        )
    }
}
