internal import KeychainctlKit
internal import PortableKeychain
internal import KeychainLibC

/// Writes output files that only the user can read.
enum OutputFile {
    /// Writes text to a file, or to standard output.
    static func write(_ text: String, to path: String?) throws(SecurityFailure) {
        var text = text
        let bytes = text.withUTF8 { bytes in
            SecretBytes(count: bytes.count) { $0.copyMemory(from: UnsafeRawBufferPointer(bytes)) }
        }
        try write(bytes, to: path)
    }

    /// Writes bytes to a file, or to standard output.
    ///
    /// Only the user can read a new file; an existing file keeps its permissions.
    static func write(_ bytes: SecretBytes, to path: String?) throws(SecurityFailure) {
        guard let path else {
            return SecretOutput.write(bytes)
        }
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw SecurityFailure(1, "\(path): cannot write the file") }
        let isWritten = bytes.withUnsafeBytes { Terminal.writeAll($0, to: file) }
        guard close(file) == 0, isWritten else {
            throw SecurityFailure(1, "\(path): cannot write the whole file")
        }
    }
}
