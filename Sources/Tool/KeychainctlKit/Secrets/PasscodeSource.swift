package import PortableKeychain
internal import SafeText

/// Reads passcodes from a prompt on a terminal, or from the lines of standard input, in the same
/// order as the prompts.
package struct PasscodeSource {
    /// The name of the requested secret, for prompts and error messages.
    private let what: String
    private var lines: [SecretBytes]?

    /// Prepares to ask, or reads standard input.
    ///
    /// - Parameters:
    ///   - what: The name of the requested secret.
    ///   - readsInput: Whether standard input is read if it is not a terminal.
    /// - Throws: ``Failure`` if standard input cannot be read.
    package init(_ what: String = "passcode", readsInput: Bool = true) throws(Failure) {
        self.what = what
        if readsInput, !Terminal.inputIsTerminal {
            lines = Self.lines(of: try SecretInput.everything())
        }
    }

    /// Whether the passcodes are typed on a terminal.
    package var isTerminal: Bool { lines == nil }

    /// Whether standard input is read and has no further line with text.
    package var isAtEnd: Bool { lines?.allSatisfy(\.isEmpty) == true }

    /// The next passcode or other secret, with a different prompt.
    ///
    /// - Parameters:
    ///   - prompt: The prompt on a terminal.
    ///   - other: The name of this answer, if it differs from that of the other lines.
    /// - Returns: The secret.
    /// - Throws: ``Failure`` if there is none.
    package mutating func next(
        asking prompt: String,
        for other: String? = nil
    ) throws(Failure) -> SecretBytes {
        lines == nil ? try SecretPrompt.ask(prompt) : try nextLine(other ?? "the \(what)")
    }

    /// The next secret; `nil` if nothing is entered on a terminal.
    package mutating func optional(asking prompt: String) throws(Failure) -> SecretBytes? {
        do throws(Failure) {
            return try next(asking: prompt)
        } catch {
            guard isTerminal, error.status == .declined else { throw error }
            return nil
        }
    }

    /// The current passcode.
    package mutating func present() throws(Failure) -> SecretBytes {
        if lines != nil { return try nextLine("the \(what)") }
        return try SecretPrompt.ask(prompt)
    }

    /// The passphrase of an existing file, which is empty in files of some programs.
    ///
    /// - Parameter prompt: The prompt on a terminal; `nil` for the usual one.
    /// - Returns: The passphrase, possibly empty.
    /// - Throws: ``Failure`` if there is no line.
    package mutating func ofFile(asking prompt: String? = nil) throws(Failure) -> SecretBytes {
        if lines != nil { return try nextLine("the \(what)", orEmpty: true) }
        return try SecretPrompt.ask(prompt ?? self.prompt, taking: .oneOrEmpty)
    }

    private var prompt: String { "\(what.prefix(1).uppercased())\(what.dropFirst()): " }

    /// A new passcode; typed twice on a terminal.
    ///
    /// Says so if it is easy to guess.
    package mutating func new() throws(Failure) -> SecretBytes {
        try twice("new \(what)", what)
    }

    /// The password with which the user logs in, as ``new()``.
    package mutating func loginPassword() throws(Failure) -> SecretBytes {
        try twice("login password", "login password")
    }

    private mutating func twice(
        _ name: String,
        _ what: String
    ) throws(Failure) -> SecretBytes {
        let prompt = "\(name.prefix(1).uppercased())\(name.dropFirst())"
        let secret =
            lines != nil
            ? try nextLine("the \(name)")
            : try SecretPrompt.askTwice("\(prompt): ", again: "\(prompt) again: ")
        if let weakness = PasscodeWeakness(secret) {
            Terminal.say(
                "This \(what) is easy to guess: it \(weakness.explanation). Anybody with a copy of the "
                    + "files can try many; several random words are better."
            )
        }
        return secret
    }

    private mutating func nextLine(
        _ what: String,
        orEmpty takesEmpty: Bool = false
    ) throws(Failure) -> SecretBytes {
        while !takesEmpty, lines?.first?.isEmpty == true { lines?.removeFirst() }
        guard let line = lines?.first else {
            throw Failure(
                .usage,
                "\(what) is missing on standard input",
                advice: "write it on a separate line"
            )
        }
        lines?.removeFirst()
        return line
    }

    private static func lines(of secret: SecretBytes) -> [SecretBytes] {
        let newline = UInt8(ascii: "\n")
        var ranges = secret.withUnsafeBytes { bytes in
            bytes.indices.split(omittingEmptySubsequences: false) { bytes[$0] == newline }
                .map { $0.startIndex..<$0.endIndex }
        }
        // A newline ends a line; what follows the last one is no further line.
        if ranges.last?.isEmpty == true { ranges.removeLast() }
        return ranges.map { SecretText.part(of: secret, $0) }
    }
}
