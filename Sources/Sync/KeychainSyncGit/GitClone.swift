internal import KeychainSync
internal import PortableKeychain

/// A bare clone of a repository, in which states are read and commits are built.
///
/// It contains only what the repository has: it can be removed at any time, and is made again.
struct GitClone: Sendable {
    let remote: GitRemote
    let program: GitProgram
    private let folder: String
    /// The folder that the clone is in.
    var place: String { PrivateFile.split(folder).folder }

    static let branch = "refs/heads/main"
    /// The reference to the state that was fetched last; users have none of this name.
    private static let fetched = "refs/vault/main"
    /// The reference to the commit that was built last.
    static let built = "refs/vault/next"

    init(_ remote: GitRemote, in folder: String, _ program: GitProgram) {
        (self.remote, self.folder, self.program) = (remote, folder, program)
    }

    // MARK: The clone itself

    /// Makes the clone unless it exists.
    func prepare() async throws(GitProblem) {
        guard !ProgramFolder.exists(folder + "/HEAD") else { return }
        let words = ["init", "--quiet", "--bare", "--template="]
        if try await program.run(words).status == 0 { return }
        // Something else has its name.
        discard()
        try check("init", await program.run(words))
    }

    /// Removes everything; the next use makes it again.
    func discard() {
        // By its name first, so that no other process uses half of it.
        let old = folder + ".old"
        ProgramFolder.remove(old)
        if ProgramFolder.move(folder, to: old) { ProgramFolder.remove(old) }
        ProgramFolder.remove(folder)
    }

    /// Removes the remains of stopped fetches, which can be large.
    func clearLeftovers() {
        for place in ["objects", "objects/pack"] {
            for name in ProgramFolder.names(in: "\(folder)/\(place)") where name.hasPrefix("tmp_") {
                ProgramFolder.remove("\(folder)/\(place)/\(name)")
            }
        }
    }

    /// Whether each state that it has is complete.
    func isWhole() async -> Bool {
        let words = ["fsck", "--connectivity-only", "--no-dangling", "--no-progress"]
        return (try? await program.run(words).status) == 0
    }

    // MARK: The other side

    /// Fetches the branch.
    ///
    /// - Returns: Its commit; `nil` if the repository has no such branch.
    func fetch() async throws(GitProblem) -> GitHash? {
        let answer = try await fetchOnce()
        if answer.status == 0 { return try await newest() }
        if Self.saysTooLarge(answer) {
            clearLeftovers()
            try await refuseAsTooLarge()
        }
        guard Self.saysNoBranch(answer) else { throw GitProblem("fetch", answer) }
        // Said by git on this side, and only believed once the other side lists no such branch.
        guard try await listed() != nil else { return nil }
        // Another device has begun the vault between the two commands.
        let again = try await fetchOnce()
        guard again.status == 0 else { throw GitProblem("fetch", again) }
        return try await newest()
    }

    private func fetchOnce() async throws(GitProblem) -> ChildProgram.Answer {
        try await program.runAcross(
            ["fetch", "--quiet", "--no-tags", "--no-write-fetch-head", "--no-recurse-submodules"]
                + serving("upload-pack")
                + ["--", remote.address, "+\(Self.branch):\(Self.fetched)"]
        )
    }

    private static func saysNoBranch(_ answer: ChildProgram.Answer) -> Bool {
        String(decoding: answer.errors, as: UTF8.self).contains("couldn't find remote ref")
    }

    /// The state of the branch according to the other side; `nil` if there is none.
    func listed() async throws(GitProblem) -> GitHash? {
        let answer = try await program.runAcross(
            ["ls-remote", "--quiet"] + serving("upload-pack") + [
                "--", remote.address, Self.branch,
            ],
            isTraced: true
        )
        try check("ls-remote", answer)
        guard !answer.output.isEmpty else {
            // git takes any page, such as the one on which a network wants a login, for a list of
            // files on a server that has no git, which then lists nothing.
            guard String(decoding: answer.errors, as: UTF8.self).contains("packet:") else {
                throw GitProblem("What answers at the address is no git repository.")
            }
            return nil
        }
        let line = String(decoding: answer.output, as: UTF8.self).prefix { $0 != "\t" }
        guard let hash = GitHash(line) else { throw GitProblem("git ls-remote names no commit.") }
        return hash
    }

    private func newest() async throws(GitProblem) -> GitHash {
        let words = ["rev-parse", "--verify", "--quiet", Self.fetched + "^{commit}"]
        let answer = try await program.run(words)
        guard answer.status == 0, let hash = GitHash(answer.output) else {
            throw GitProblem("The branch main of the repository is not a commit.")
        }
        return hash
    }

    /// The outcome of a push.
    enum Push: Equatable {
        case done
        /// The branch is no longer the one for which the commit was made.
        case refused
        /// The other side could not lock the branch: another push holds the lock, or moved the branch
        /// meanwhile, or a file has stayed of one that was interrupted.
        case locked(GitProblem)
        /// The other side takes no such commit.
        case denied(GitProblem)
        /// The outcome is not known.
        case unknown(GitProblem)
    }

    /// Moves the branch to a commit if it still is another one.
    func push(_ new: GitHash, onto old: GitHash?) async -> Push {
        let answer: ChildProgram.Answer
        do throws(GitProblem) {
            answer = try await program.runAcross(
                ["push", "--porcelain", "--no-verify", "--no-progress"] + serving("receive-pack")
                    // Stricter than a fast-forward: also refused if the branch went back meanwhile.
                    + ["--force-with-lease=\(Self.branch):\(old?.text ?? "")", "--"]
                    + [remote.address, "\(new.text):\(Self.branch)"]
            )
        } catch {
            return .unknown(error)
        }
        let lines = String(decoding: answer.output, as: UTF8.self).split(separator: "\n")
        guard let line = lines.first(where: { $0.contains(":\(Self.branch)\t") }) else {
            return .unknown(GitProblem("push", answer))
        }
        // git-push(1), OUTPUT: a flag, the references, what happened, the reason in parentheses.
        if line.first != "!" {
            return answer.status == 0 ? .done : .unknown(GitProblem("push", answer))
        }
        let reasons = ["[rejected]", "stale info", "fetch first", "incorrect old value"]
        if reasons.contains(where: line.contains) { return .refused }
        let locks = ["cannot lock ref", "failed to update ref"]
        if locks.contains(where: line.contains) {
            return .locked(lockProblem(answer, Self.summary(line)))
        }
        let reason = Self.summary(line) + GitProblem.reason(answer.complaints)
        return .denied(GitProblem("The repository refuses the commit: \(reason)"))
    }

    /// The reason in a line of git-push(1) about the branch: what is in parentheses, without the flag
    /// and the references.
    private static func summary(_ line: Substring) -> String {
        let said = line.split(separator: "\t").last ?? line
        guard said.hasSuffix(")"), let start = said.firstIndex(of: "(") else {
            return GitProblem.clean(String(said))
        }
        return GitProblem.clean(String(said[start...].dropFirst().dropLast()))
    }

    /// Throws unless a command succeeded.
    func check(_ command: String, _ answer: ChildProgram.Answer) throws(GitProblem) {
        guard answer.status == 0 else { throw GitProblem(command, answer) }
    }
}
