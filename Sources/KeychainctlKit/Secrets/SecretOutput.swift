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
    /// Prints a secret: only its bytes, or on a terminal escaped text and a newline.
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

    /// A secret as text, or in hexadecimal digits if it is not text.
    ///
    /// The text is an ordinary copy that is not zeroed: the caller prints it and the process ends.
    package static func text(_ secret: SecretBytes) -> String {
        secret.withUnsafeBytes { ByteText.text($0) }
    }
}
