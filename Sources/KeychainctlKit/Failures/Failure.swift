package import PortableKeychain

/// The error with which a command ends: a message of one line and an ``ExitStatus``.
///
/// Commands throw it directly, or let an error of the library be converted to it. The entry
/// point prints the message on standard error and exits with the status. The message never
/// contains a secret.
package struct Failure: Error {
    package let status: ExitStatus
    /// The problem and, after a semicolon, advice for the user.
    package let message: String

    package init(_ status: ExitStatus, _ problem: String, advice: String) {
        self.status = status
        message = "\(problem); \(advice)"
    }

    /// Converts an error of the library, with advice that mentions this tool's commands.
    package init(_ error: KeychainError) {
        guard let refusal = ExitStatus.refusals.first(where: { $0.code == error.code }) else {
            self.init(.internalError, Self.clause(error.description), advice: "report it")
            return
        }
        self.init(
            refusal.status,
            refusal.problem ?? Self.problem(error),
            advice: refusal.advice
        )
    }

    /// The problem that an error describes; of a reason that the library gives for the code alone,
    /// the first sentence, because the second one advises programs.
    private static func problem(_ error: KeychainError) -> String {
        let isGeneral = error.reason == KeychainError(error.code).reason
        guard isGeneral else { return clause(error.reason) }
        return clause(String(error.reason.split(separator: ".").first ?? ""))
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
        for character in text {
            if startsClause, !character.isWhitespace {
                result += character.lowercased()
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
