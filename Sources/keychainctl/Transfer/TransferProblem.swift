internal import PortableKeychain

/// What is wrong with a file that another program wrote.
struct TransferProblem: Error, Equatable {
    /// What is wrong, with the place where it is known; never a value out of the file.
    let problem: String
    var advice = "nothing was imported; check the file, or name its form with --format"

    init(_ problem: String, advice: String? = nil) {
        self.problem = problem
        if let advice { self.advice = advice }
    }
}

extension Failure {
    /// Says what is wrong with a file.
    init(_ problem: TransferProblem) {
        self.init(.severalItems, problem.problem, advice: problem.advice)
    }
}
