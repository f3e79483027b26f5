package import PortableKeychain
internal import SafeText

/// Where passcodes come from: a prompt on a terminal, or lines of standard input in the order in
/// which they would be asked for.
package struct PasscodeSource {
    /// What is asked for, for whoever forgot it.
    private let what: String
    private var lines: [SecretBytes]?

    /// Gets ready to ask, or reads standard input.
    ///
    /// - Parameters:
    ///   - what: What is asked for.
    ///   - readsInput: Whether standard input answers where it is no terminal.
    /// - Throws: ``Failure`` when standard input cannot be read.
    package init(_ what: String = "passcode", readsInput: Bool = true) throws(Failure) {
        self.what = what
        if readsInput, !Terminal.inputIsTerminal {
            lines = Self.lines(of: try SecretInput.everything())
        }
    }

    /// Whether somebody types.
    package var isTerminal: Bool { lines == nil }

    /// The answer to a question in other words.
    package mutating func next(asking prompt: String) throws(Failure) -> SecretBytes {
        lines == nil ? try SecretPrompt.ask(prompt) : try nextLine("the \(what)")
    }

    /// The present passcode.
    package mutating func present() throws(Failure) -> SecretBytes {
        if lines != nil { return try nextLine("the \(what)") }
        return try SecretPrompt.ask("\(what.prefix(1).uppercased())\(what.dropFirst()): ")
    }

    /// A new passcode; typed twice on a terminal.
    package mutating func new() throws(Failure) -> SecretBytes {
        if lines != nil { return try nextLine("the new \(what)") }
        return try SecretPrompt.askTwice("New \(what): ", again: "New \(what) again: ")
    }

    private mutating func nextLine(_ what: String) throws(Failure) -> SecretBytes {
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

    private static func lines(of secret: SecretBytes) -> [SecretBytes] {
        let newline = UInt8(ascii: "\n")
        let ranges = secret.withUnsafeBytes { bytes in
            bytes.indices.split { bytes[$0] == newline }.map { $0.startIndex..<$0.endIndex }
        }
        return ranges.map { SecretText.part(of: secret, $0) }
    }
}
