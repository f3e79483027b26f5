internal import PortableKeychain

/// A branch of the other side that cannot be locked.
extension GitClone {
    /// The reason why the branch could not be moved, in words for the user.
    ///
    /// - Parameters:
    ///   - answer: The answer of git-push(1).
    ///   - summary: The reason in its line about the branch, safe to show, which gives no cause.
    /// - Returns: The problem.
    func lockProblem(_ answer: ChildProgram.Answer, _ summary: String) -> GitProblem {
        if let file = lockFile {
            return GitProblem(
                "A git that was interrupted has left a lock in the repository. Remove the file "
                    + "\(GitProblem.clean(file)) if no git runs there."
            )
        }
        let cause = answer.complaints.first { $0.contains("cannot lock ref") }
        let said = cause.map { GitProblem.clean($0) } ?? summary
        return GitProblem("The repository cannot move its branch: \(said)")
    }

    /// The file by which the branch of a folder is locked; `nil` if there is none.
    private var lockFile: String? {
        guard let folder = remote.folder else { return nil }
        // In the order in which git looks for a repository at an address.
        return [folder, folder + ".git"].map { "\($0)/\(Self.branch).lock" }
            .first { ProgramFolder.exists($0) }
    }
}
