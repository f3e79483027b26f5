package import PortableKeychain

/// The error with which a command ends: a message of one line and an ``ExitStatus``.
///
/// Commands throw it directly, or let an error of the library be converted to it. The entry
/// point prints the message on standard error and exits with the status. The message never
/// contains a secret.
package struct Failure: Error {
    package let status: ExitStatus
    /// What is wrong.
    package let problem: String
    /// What to do next.
    package let advice: String

    /// The problem and, after a semicolon, advice for the user.
    package var message: String { "\(problem); \(advice)" }

    package init(_ status: ExitStatus, _ problem: String, advice: String) {
        self.status = status
        self.problem = problem
        self.advice = advice
    }

    /// Converts an error of the library, with one advice.
    ///
    /// That is the library's own, if its reason says more than the code of the error says in general;
    /// otherwise this tool's, which mentions its commands.
    package init(_ error: KeychainError) {
        let general = Advice.split(KeychainError(error.code).reason)
        let special = Advice.split(error.reason)
        guard let refusal = ExitStatus.refusals.first(where: { $0.code == error.code }) else {
            let problem = Self.clause(error.description)
            self.init(.internalError, problem, advice: "report it")
            return
        }
        var advice = error.code == .locked ? Self.unlocking(error.keychain) : refusal.advice
        if refusal.problem == nil, let own = special.advice,
            ![general.advice, refusal.replaced].contains(own)
        {
            advice = Self.clause(own)
        }
        self.init(refusal.status, refusal.problem ?? Self.problem(error), advice: advice)
    }

    /// The problem that an error describes; of a reason that the library gives for the code alone,
    /// the first sentence.
    private static func problem(_ error: KeychainError) -> String {
        let isGeneral = error.reason == KeychainError(error.code).reason
        guard isGeneral else { return clause(Advice.split(error.reason).problem) }
        return clause(String(error.reason.split(separator: ".").first ?? ""))
    }

    /// The command that unlocks a keychain.
    private static func unlocking(_ path: String?) -> String {
        let standard = try? Keychain.path(of: .standard, configuration: .tool)
        guard let path, path != standard, let name = try? Keychain.Place.argument(of: path) else {
            return "unlock it with 'keychainctl unlock'"
        }
        let isPlain = name.allSatisfy { $0.isLetter || $0.isNumber || "/._-+@:%".contains($0) }
        return "unlock it with 'keychainctl unlock --keychain \(isPlain ? name : "\"\(name)\"")'"
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
        .filter { $0.count > 1 && ($0.contains(".") || $0.contains("/")) }
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
