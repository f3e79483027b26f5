/// The error for an imported file that cannot be read.
package struct FormatProblem: Error, Equatable {
    /// The problem, with its position if that is known; never contains a value of the file.
    package let problem: String
    package var advice = "nothing was imported; check the file, or set its format with --format"

    package init(_ problem: String, advice: String? = nil) {
        self.problem = problem
        if let advice { self.advice = advice }
    }
}
