internal import ForeignFormats
package import KeychainctlKit
package import PortableKeychain
internal import SafeText

/// Pictures of QR codes, such as screenshots, which the program zbarimg reads.
package enum QRPicture {
    private static let limit = 64 << 10

    /// The text of the only QR code in a picture.
    ///
    /// - Throws: ``Failure`` if the program is missing, or the picture has none or several.
    package static func text(of path: String) throws(Failure) -> SecretBytes {
        // The program would say nothing useful about a file that is not there, and take one that
        // begins with a dash for an option.
        _ = try SecretInput.secretFile(path)
        let name = path.hasPrefix("-") ? "./\(path)" : path
        let options = ["--quiet", "--raw", "--nodbus", "-Sdisable", "-Sqrcode.enable"]
        let output: SecretBytes
        do throws(FormatProblem) {
            output = try OtherProgram.output(
                ["zbarimg"] + options + [name],
                atMost: limit,
                showingComplaints: false
            )
        } catch {
            throw Failure(
                .badInput,
                "\(path): no QR code was found: \(error.problem)",
                advice: "use a sharper picture, or install zbarimg (Debian: zbar-tools)"
            )
        }
        return try only(output, in: path)
    }

    /// The only line of what zbarimg printed, which is the text of a code.
    static func only(_ output: SecretBytes, in path: String) throws(Failure) -> SecretBytes {
        let lines = SecretText.lines(output).filter { $0.count > 0 }
        guard let text = lines.first, lines.count == 1 else {
            throw Failure(
                .badInput,
                "\(path): the picture has \(lines.count) QR codes",
                advice: "use a picture with one"
            )
        }
        return text
    }
}
