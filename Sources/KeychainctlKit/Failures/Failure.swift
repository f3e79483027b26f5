package import PortableKeychain

/// What ends a command: one line for a person, and a number for a script.
package struct Failure: Error {
    package let status: ExitStatus
    /// What is wrong, and after a semicolon what to do.
    package let message: String

    package init(_ status: ExitStatus, _ problem: String, advice: String) {
        self.status = status
        message = "\(problem); \(advice)"
    }

    /// Says an error of the library in this tool's words.
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

    /// Turns the sentences of a reason into clauses of one line.
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
