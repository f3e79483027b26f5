internal import CKeychainPlatform
internal import KeychainctlKit
internal import PortableKeychain
internal import Transfer
internal import KeychainLibC

/// A recovery key as a QR code, drawn by the program qrencode, which reads it from its standard
/// input.
///
/// The program is started by its absolute path, because one in another folder of the PATH could be
/// written by any user.
enum QRCode {
    private static let program = "/usr/bin/qrencode"

    /// Refuses to continue without the program, before a key was made.
    static func requireProgram() throws(Failure) {
        guard access(program, X_OK) == 0 else {
            throw Failure(
                .unfit,
                "there is no \(program), which draws QR codes",
                advice: "install the package qrencode, or omit --qr and --svg"
            )
        }
    }

    /// Draws blocks on the terminal.
    static func show(_ key: RecoveryKey) throws(Failure) {
        try draw(key, ["-t", "UTF8", "-o", "/dev/tty"])
    }

    /// Writes a picture to a new file that only the user can read, and removes it again if the work
    /// with it fails.
    static func write(_ key: RecoveryKey, to path: String, for body: () throws -> Void) throws {
        try NewFile.write(SecretBytes([]), to: path) {
            try draw(key, ["-t", "SVG", "-o", path.hasPrefix("/") ? path : "./\(path)"])
            try body()
        }
    }

    private static func draw(_ key: RecoveryKey, _ words: [String]) throws(Failure) {
        let outcome = key.text.withUnsafeBytes {
            // A terminal whose output is stopped (^S) may keep it waiting.
            ClipboardProgram.run([program] + words, $0, within: nil)
        }
        guard outcome == .done else {
            throw Failure(
                .unfit,
                "\(program) did not draw the QR code",
                advice: "omit --qr and --svg, and write the text on paper"
            )
        }
    }
}
