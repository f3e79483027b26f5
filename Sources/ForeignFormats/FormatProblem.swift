/// What is wrong with a file that another program wrote.
package struct FormatProblem: Error, Equatable {
    /// What is wrong, with the place where it is known; never a value out of the file.
    package let problem: String
    package var advice = "nothing was imported; check the file, or name its form with --format"

    package init(_ problem: String, advice: String? = nil) {
        self.problem = problem
        if let advice { self.advice = advice }
    }
}
