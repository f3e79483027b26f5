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
            refusal.problem ?? Self.clause(error.reason),
            advice: refusal.advice
        )
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
