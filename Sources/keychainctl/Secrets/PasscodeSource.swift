internal import PortableKeychain

/// Where passcodes come from: a prompt on a terminal, or lines of standard input in the order in
/// which they would be asked for.
struct PasscodeSource {
    /// What is asked for, for whoever forgot it.
    private let what: String
    private var lines: [SecretBuffer]?

    /// Gets ready to ask, or reads standard input.
    init(_ what: String = "passcode") throws(Failure) {
        self.what = what
        if !Terminal.inputIsTerminal { lines = Self.lines(of: try SecretInput.everything()) }
    }

    /// The present passcode.
    mutating func present() throws(Failure) -> SecretBytes {
        if lines != nil { return SecretBytes(try nextLine("the \(what)")) }
        return SecretBytes(try SecretPrompt.ask("\(what.prefix(1).uppercased())\(what.dropFirst()): "))
    }

    /// A new passcode; typed twice on a terminal.
    mutating func new() throws(Failure) -> SecretBytes {
        if lines != nil { return SecretBytes(try nextLine("the new \(what)")) }
        return SecretBytes(
            try SecretPrompt.askTwice("New \(what): ", again: "New \(what) again: ")
        )
    }

    private mutating func nextLine(_ what: String) throws(Failure) -> SecretBuffer {
        guard let line = lines?.first, line.count > 0 else {
            throw Failure(
                .usage,
                "\(what) is missing on standard input",
                advice: "give it on a line of its own"
            )
        }
        lines?.removeFirst()
        return line
    }

    private static func lines(of secret: SecretBuffer) -> [SecretBuffer] {
        let newline = UInt8(ascii: "\n")
        let ranges = secret.withUnsafeBytes { bytes in
            bytes.indices.split { bytes[$0] == newline }.map { $0.startIndex..<$0.endIndex }
        }
        return ranges.map { SecretInput.part(of: secret, $0) }
    }
}
