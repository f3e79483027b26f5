internal import PortableKeychain

/// A branch of the other side that cannot be locked.
extension GitClone {
    /// The reason why the branch could not be moved, in words for the user.
    ///
    /// - Parameters:
    ///   - answer: The answer of git-push(1).
    ///   - line: Its line about the branch, which gives no cause.
    /// - Returns: The problem.
    func lockProblem(_ answer: ChildProgram.Answer, _ line: String) -> GitProblem {
        if let file = lockFile {
            return GitProblem(
                "A git that was interrupted has left a lock in the repository. Remove the file "
                    + "\(GitProblem.clean(file)) if no git runs there."
            )
        }
        let lines = String(decoding: answer.errors, as: UTF8.self).split(
            whereSeparator: \.isNewline
        )
        let cause = lines.first { $0.contains("cannot lock ref") }
        let said = cause.map { String($0) } ?? line
        return GitProblem("The repository cannot move its branch: \(GitProblem.clean(said))")
    }

    /// The file by which the branch of a folder is locked; `nil` if there is none.
    private var lockFile: String? {
        guard let folder = remote.folder else { return nil }
        // In the order in which git looks for a repository at an address.
        return [folder, folder + ".git"].map { "\($0)/\(Self.branch).lock" }
            .first { ProgramFolder.exists($0) }
    }
}
