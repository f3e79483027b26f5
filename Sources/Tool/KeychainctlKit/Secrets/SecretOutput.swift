package import PortableKeychain
internal import SafeText
internal import KeychainLibC

/// Secrets on standard output.
package enum SecretOutput {
    /// Prints a secret: only its bytes, or on a terminal escaped text and a newline.
    package static func write(_ secret: SecretBytes) {
        guard Terminal.isInteractive else {
            return secret.withUnsafeBytes { Terminal.data($0) }
        }
        var lines = text(secret).split(separator: "\n", omittingEmptySubsequences: false)
        if lines.count > 1, lines.last?.isEmpty == true { lines.removeLast() }
        for line in lines { Terminal.line("\(line)") }
    }

    /// Prints text that is not a secret as ``write(_:)`` does: unchanged in a pipe, where a program
    /// reads it.
    package static func write(_ text: String) { write(SecretBytes(utf8: text)) }

    /// A secret as text, or in hexadecimal digits if it is not text.
    ///
    /// The text is an ordinary copy that is not zeroed: the caller prints it and the process ends.
    package static func text(_ secret: SecretBytes) -> String {
        secret.withUnsafeBytes { ByteText.text($0) }
    }
}
