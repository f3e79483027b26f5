internal import PortableKeychain

/// Finds content of a repository that is not a vault.
extension GitClone {
    /// The names of files and folders at the top of a state.
    func topNames(of state: GitHash) async throws(GitProblem) -> [String] {
        let answer = try await program.run(
            ["ls-tree", "--full-tree", "--name-only", "-z", state.text],
            atMost: program.limits.listing
        )
        try check("ls-tree", answer)
        return answer.output.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The names of the branches beside that of a vault.
    func otherBranches() async throws(GitProblem) -> [String] {
        let answer = try await program.runAcross(
            ["ls-remote", "--quiet", "--heads"] + serving("upload-pack") + ["--", remote.address]
        )
        try check("ls-remote", answer)
        let folder = "refs/heads/"
        return String(decoding: answer.output, as: UTF8.self).split(separator: "\n")
            .compactMap { $0.split(separator: "\t").last }
            .filter { $0.hasPrefix(folder) && $0 != Self.branch }
            .map { String($0.dropFirst(folder.count)) }
    }
}
