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
    package static func clause(_ sentences: String) -> String {
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
