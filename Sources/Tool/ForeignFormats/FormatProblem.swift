/// The error for an imported file that cannot be read.
package struct FormatProblem: Error, Equatable {
    /// The problem, with its position if that is known; never contains a value that may be secret.
    package let problem: String
    /// Advice for this problem alone.
    private let ownAdvice: String?

    package init(_ problem: String, advice: String? = nil) {
        self.problem = problem
        ownAdvice = advice
    }

    /// The user's next step.
    package var advice: String {
        ownAdvice ?? "nothing was imported; check the file, or set its format with --format"
    }

    /// The same problem, of a single entry.
    ///
    /// - Parameters:
    ///   - place: The place of the entry, such as "line 3".
    ///   - title: Its title, which is cut after 80 characters; empty if it is not known.
    /// - Returns: The problem with the entry that has it.
    package func of(_ place: String, titled title: String = "") -> FormatProblem {
        let name = title.isEmpty ? "" : " '\(ForeignText.beginning(of: title))'"
        let advice = ownAdvice ?? "nothing was imported; correct the entry"
        return FormatProblem(
            "\(place)\(name): \(problem)",
            advice: "\(advice), or use --skip to leave it out"
        )
    }
}
