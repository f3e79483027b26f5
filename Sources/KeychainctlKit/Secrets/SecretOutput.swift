package import PortableKeychain
internal import SafeText

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// Secrets on standard output.
package enum SecretOutput {
    /// Prints a secret: its bytes and nothing else, or harmless text and a newline on a terminal.
    package static func write(_ secret: SecretBytes) {
        guard Terminal.isInteractive else {
            secret.withUnsafeBytes { Terminal.write($0, to: STDOUT_FILENO) }
            return
        }
        Terminal.line(
            text(secret).split(separator: "\n", omittingEmptySubsequences: false)
                .map { Escaping.escaped(String($0)) }.joined(separator: "\n")
        )
    }

    /// A secret as text, or in hexadecimal digits when it is none.
    ///
    /// The text is an ordinary copy: the caller prints it and the process ends.
    package static func text(_ secret: SecretBytes) -> String {
        secret.withUnsafeBytes { ByteText.text($0) }
    }
}
