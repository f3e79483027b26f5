package import PortableKeychain

/// The error with which a command ends: a message of one line and an ``ExitStatus``.
///
/// Commands throw it directly, or let an error of the library be converted to it. The entry
/// point prints the message on standard error and exits with the status. The message never
/// contains a secret.
package struct Failure: Error {
    package let status: ExitStatus
    /// The problem, as a sentence.
    package let problem: String
    /// The next step, with the keychain in the commands that it names.
    package let advice: String

    /// The problem and, after a semicolon, advice for the user.
    package var message: String { "\(problem); \(advice)" }

    /// Makes a failure.
    ///
    /// - Parameters:
    ///   - status: The exit status of the process.
    ///   - problem: The problem.
    ///   - advice: The next step.
    ///   - keychain: The keychain for the commands in the advice, as for `--keychain`; `nil` for the
    ///     default keychain. Without it, the one that the command line names.
    package init(
        _ status: ExitStatus,
        _ problem: String,
        advice: String,
        of keychain: String? = KeychainChoice.onCommandLine
    ) {
        self.status = status
        self.problem = problem
        self.advice = AdvisedCommand.naming(keychain, in: advice)
    }

    /// Converts an error of the library, with one advice.
    ///
    /// That is the library's own, if its reason says more than the code of the error says in general;
    /// otherwise this tool's, which mentions its commands.
    ///
    /// - Parameters:
    ///   - error: The error; its keychain is that of the commands in the advice.
    ///   - keychain: The keychain of an error that names none.
    ///   - isOnTerminal: Whether the user can be asked on a terminal.
    package init(
        _ error: KeychainError,
        of keychain: String? = KeychainChoice.onCommandLine,
        isOnTerminal: @autoclosure () -> Bool = TerminalPrompt.isPossible
    ) {
        let general = Advice.split(KeychainError(error.code).reason)
        let special = Advice.split(error.reason)
        guard var refusal = ExitStatus.refusals.first(where: { $0.code == error.code }) else {
            let problem = Self.clause(error.description)
            self.init(.internalError, problem, advice: "report it", of: nil)
            return
        }
        if [.authenticationRequired, .interactionNotAllowed].contains(error.code) {
            refusal.advise(error, isOnTerminal: isOnTerminal())
        }
        // Where nothing shows which keychain is the newest, that is the problem.
        if error.code == .rolledBack, special.problem != general.problem { refusal.problem = nil }
        var advice = refusal.advice
        if refusal.problem == nil, let own = special.advice, own != general.advice,
            !refusal.replaced.contains(own)
        {
            advice = Self.clause(own)
            // One such file is seldom alone, and each would be refused after the other.
            if own.hasPrefix("Run: chmod 600 ") { advice += ", or 'keychainctl doctor --fix'" }
        }
        if error.code == .noSuchKeychain, let own = Self.adviceForDefault(error) { advice = own }
        if error.code == .noSuchKeychain, let name = Self.movedDefault(error.reason) {
            let choose = "'keychainctl default \(AdvisedCommand.name(name))'"
            advice = "choose it again with \(choose) if its folder was moved"
        }
        self.init(
            refusal.status,
            refusal.problem ?? Self.problem(error),
            advice: advice,
            of: error.keychain.map(Self.argument(of:)) ?? keychain
        )
    }

    /// The keychain with the name of a missing default keychain, whose choice has the path from before
    /// a move of the folder; `nil` if a refusal is about another one.
    private static func movedDefault(_ reason: String) -> String? {
        let suffix = ".keychain"
        guard let path = try? Keychain.path(of: .standard, configuration: .tool),
            reason == "There is no keychain at \(path).", path.hasSuffix(suffix)
        else { return nil }
        let name = PrivateFile.split(path).name
        return Keychain.names(configuration: .tool).first { $0 + suffix == name }
    }

    /// The advice for a default keychain that does not exist: it has a name, and another one can take
    /// its place; `nil` for another keychain.
    private static func adviceForDefault(_ error: KeychainError) -> String? {
        guard let path = try? Keychain.path(of: .standard, configuration: .tool),
            error.reason == "There is no keychain at \(path).",
            let name = try? Keychain.Place.argument(of: path)
        else { return nil }
        let others = !Keychain.names(configuration: .tool).isEmpty
        return "create it with 'keychainctl create \(AdvisedCommand.name(name))', and bring its "
            + "items back with 'keychainctl restore' if there was one"
            + (others ? "; or choose another one with 'keychainctl default NAME'" : "")
            + "; 'keychainctl keychains' shows what there is"
    }

    /// Takes the text of any error of a command.
    package init(any error: any Error) {
        switch error {
        case let failure as Failure: self = failure
        case let error as KeychainError: self.init(error)
        default: self.init(KeychainError(.internalError))
        }
    }

    /// The problem that an error describes; of a reason that the library gives for the code alone,
    /// the first sentence.
    private static func problem(_ error: KeychainError) -> String {
        let isGeneral = error.reason == KeychainError(error.code).reason
        guard isGeneral else { return clause(Advice.split(error.reason).problem) }
        return clause(String(error.reason.split(separator: ".").first ?? ""))
    }

    /// The argument that names the keychain in a file; `nil` for the default keychain.
    package static func argument(of path: String) -> String? {
        let standard = try? Keychain.path(of: .standard, configuration: .tool)
        let isStandard = standard?.hasSameBytes(as: path) == true
        return isStandard ? nil : try? Keychain.Place.argument(of: path)
    }

    /// Joins the sentences of a reason to one line of clauses, separated by semicolons.
    ///
    /// - Parameters:
    ///   - sentences: The reason.
    ///   - names: Names in it, such as those of files, which stay as they are.
    /// - Returns: The clauses.
    package static func clause(
        _ sentences: String,
        keeping names: [String] = argumentNames
    ) -> String {
        var text = sentences
        // In place of each name a character that no message has.
        var places: [(mark: Character, name: String)] = []
        for name in names.sorted(by: { $0.utf8.count > $1.utf8.count })
        where text.contains(name) {
            guard let mark = Unicode.Scalar(0xF_0000 + UInt32(places.count)) else { break }
            places.append((Character(mark), name))
            text = text.replacing(name, with: String(Character(mark)))
        }
        var result = joined(text)
        for place in places { result = result.replacing(String(place.mark), with: place.name) }
        return result
    }

    /// The arguments of this program that may be names of files, which a reason can contain.
    package static var argumentNames: [String] {
        CommandLine.arguments.dropFirst().flatMap { word in
            // An option may have its value after an equals sign.
            [word, word.firstIndex(of: "=").map { String(word[word.index(after: $0)...]) } ?? ""]
        }
        .filter { $0.count > 1 && ($0.contains(sign: ".") || $0.contains(sign: "/")) }
    }

    private static func joined(_ sentences: String) -> String {
        var text = sentences[...]
        while text.last == "." || text.last?.isWhitespace == true { text = text.dropLast() }
        var result = ""
        var startsClause = true
        for (place, character) in zip(text.indices, text) {
            if startsClause, !character.isWhitespace {
                // Of a word in capitals, such as the name of a variable, none is changed.
                let next = text[text.index(after: place)...].first
                result += next?.isUppercase == true ? String(character) : character.lowercased()
                startsClause = false
            } else if character == " ", result.last == "." {
                result.removeLast()
                result += "; "
                startsClause = true
            } else {
                result.append(character)
            }
        }
        return result
    }
}
