package import KeychainSync
internal import PortableKeychain

/// A git repository as a vault's store: any that the user's `git` can push to.
///
/// A state is a commit of the branch `main`; a commit is pushed only onto the state that it was
/// made for. The repository is not trusted: ``VaultLog`` verifies it.
package actor GitEngine: VaultEngine {
    private let clone: GitClone
    /// Whether a clone was removed because it did not work, and has not worked since.
    private var wasRepaired = false
    /// Whether there was no room for the last commit.
    private var isDiskFull = false
    /// Whether the repository has refused a history that begins again; the next process tries it.
    private var keepsHistory = false
    /// The content of the clone after it was packed.
    private var packed = GitClone.Content()

    /// The state onto which no commit was taken, and the reason; `nil` once the branch is another one.
    private var refused: (state: GitHash?, problem: GitProblem)?

    /// The reason why the last call failed; `nil` if it did not.
    package private(set) var problem: GitProblem?
    /// The reason to show for a failure; `nil` if there is none.
    ///
    /// Where no commit is taken, it stays while the state is read again, which succeeds.
    package var complaint: GitProblem? { problem ?? refused?.problem }

    /// Prepares an engine; nothing is started and no server is asked yet.
    ///
    /// - Parameters:
    ///   - remote: The address of the repository: `ssh://…`, `HOST:PATH`, `https://…`, `file:///…` or
    ///     an absolute path.
    ///   - folder: An absolute path where the local clone is kept, made if it does not exist.
    ///   - limits: The limits on the cost of a hostile repository.
    ///   - environment: The variables of which git gets some; `nil` for those of this process.
    /// - Throws: ``GitProblem`` if the address may not be given to git, or the folder is not safe.
    package init(
        remote: String,
        folder: String,
        limits: GitLimits = GitLimits(),
        environment: [String: String]? = nil
    ) throws(GitProblem) {
        let remote = try GitRemote(remote)
        guard folder.hasPrefix("/") else {
            throw GitProblem("The folder for the clone must be an absolute path.")
        }
        do throws(KeychainError) { try ProgramFolder.make(folder) } catch {
            throw GitProblem(error.reason)
        }
        let place = folder + "/clone.git"
        let program = GitProgram(folder: place, limits: limits, environment: environment)
        clone = GitClone(remote, in: place, program)
    }

    package func snapshot() async throws(EngineFailure) -> VaultSnapshot {
        if isDiskFull, let problem {
            isDiskFull = clone.isDiskFull(after: problem)
            guard !isDiskFull else { throw .storage(.diskFull) }
        }
        return try await noting { () async throws(GitProblem) in
            let hash = try await fetched()
            wasRepaired = false
            if let refused, refused.state != hash { self.refused = nil }
            return VaultSnapshot(hash?.text ?? "")
        }
    }

    package func read(
        _ paths: [String],
        of snapshot: VaultSnapshot
    ) async throws(EngineFailure) -> [String: [UInt8]] {
        guard let state = GitHash(snapshot.name) else { return [:] }
        return try await noting { () async throws(GitProblem) in
            let known = paths.filter(VaultPath.isPlain)
            // Without any path, git lists what is at the top.
            guard !known.isEmpty else { return [:] }
            return try await clone.contents(try await clone.files(known, of: state))
        }
    }

    package func list(
        _ folder: String,
        of snapshot: VaultSnapshot
    ) async throws(EngineFailure) -> [String] {
        guard let state = GitHash(snapshot.name), VaultPath.isPlain(folder) else { return [] }
        return try await noting { () async throws(GitProblem) in
            let files = try await clone.files([folder + "/"], of: state, below: true)
            return files.map(\.path).sorted()
        }
    }

    package func others(in snapshot: VaultSnapshot) async throws(EngineFailure) -> [String] {
        try await noting { () async throws(GitProblem) in
            let branches = try await clone.otherBranches().map { "branch \($0)" }
            guard let state = GitHash(snapshot.name) else { return branches }
            return try await clone.topNames(of: state) + branches
        }
    }

    package func commit(
        _ changes: [VaultFileChange],
        onto snapshot: VaultSnapshot
    ) async -> CommitOutcome {
        let state = GitHash(snapshot.name)
        guard state != nil || snapshot.name.isEmpty,
            changes.allSatisfy(\.isStorable)
        else { return .refused }
        switch await send(.onto(state), changes) {
        case .done: return .committed
        case .refused, .locked: return .refused
        // If nothing was sent, the next request for the state gets the error.
        case .denied, .unknown: return isDiskFull ? .refused : .unknown
        }
    }

    /// Removes files, and all states before, by a commit that has none before it; if the repository
    /// takes only commits that follow the present one, the files alone.
    package func forget(_ paths: [String], of snapshot: VaultSnapshot) async -> Bool {
        guard let state = GitHash(snapshot.name), paths.allSatisfy(VaultPath.isPlain) else {
            return false
        }
        if !keepsHistory {
            switch await send(.instead(of: state), paths.map { VaultFileChange($0, nil) }) {
            case .done: return true
            case .refused, .locked, .unknown: return false
            case .denied: keepsHistory = true
            }
            // The files alone, it may take.
            refused = nil
        }
        guard let present = try? await present(paths, of: state) else { return false }
        // A commit that removes nothing would only make the history longer.
        guard !present.isEmpty else { return true }
        let changes = present.map { VaultFileChange($0, nil) }
        return await commit(changes, onto: snapshot) == .committed
    }

    /// Those of some paths at which a state has files.
    private func present(
        _ paths: [String],
        of state: GitHash
    ) async throws(EngineFailure) -> [String] {
        try await noting { () async throws(GitProblem) in
            var found: [String] = []
            // A command has room for so many.
            for start in stride(from: 0, to: paths.count, by: 1000) {
                let page = Array(paths[start..<min(start + 1000, paths.count)])
                found += try await clone.files(page, of: state).map(\.path)
            }
            return found
        }
    }

    /// The place of a commit in the history.
    private enum Place {
        /// After a state, or at the beginning.
        case onto(GitHash?)
        /// At the beginning, with the files of a state.
        case instead(of: GitHash)
    }

    /// Builds a commit and pushes it; notes the problem if there is one.
    private func send(_ place: Place, _ changes: [VaultFileChange]) async -> GitClone.Push {
        problem = nil
        let (commit, state): (GitHash, GitHash?)
        do throws(GitProblem) {
            try await clone.prepare()
            try await clone.checkFolder()
            switch place {
            case .onto(let present):
                state = present
                commit = try await clone.commit(changes, onto: present)
            case .instead(of: let present):
                state = present
                commit = try await clone.beginning(changes, of: present)
            }
            isDiskFull = false
        } catch {
            problem = error
            isDiskFull = clone.isDiskFull(after: error)
            return .unknown(error)
        }
        return note(await clone.push(commit, onto: state), onto: state)
    }

    /// Notes the outcome of a push onto a state.
    ///
    /// - Returns: The outcome; ``GitClone/Push/unknown(_:)`` for a branch that could not be locked twice,
    ///   and has not moved in between: then no other device has pushed.
    private func note(_ push: GitClone.Push, onto state: GitHash?) -> GitClone.Push {
        switch push {
        case .done, .refused: refused = nil
        case .locked(let problem):
            let isSame = refused.map { $0.state == state } ?? false
            refused = (state, problem)
            guard isSame else { break }
            self.problem = problem
            return .unknown(problem)
        case .denied(let problem):
            refused = (state, problem)
            self.problem = problem
        case .unknown(let problem): self.problem = problem
        }
        return push
    }
}

// MARK: Repairing

extension GitEngine {
    /// Fetches, and makes the clone again, once, if it is the clone that does not work.
    private func fetched() async throws(GitProblem) -> GitHash? {
        try await clone.prepare()
        try await clone.checkFolder()
        try await clone.checkSize()
        do throws(GitProblem) {
            let hash = try await clone.fetch()
            guard await isTooLarge() else { return hash }
        } catch {
            clone.clearLeftovers()
            // Offline, most often: then the clone is kept. This question is asked first, because a
            // server that does not answer is waited for.
            guard await needsRepair(), !wasRepaired, (try? await clone.listed()) != nil else {
                throw error
            }
        }
        // The clone has become larger by many fetches than the branch needs.
        if wasRepaired { try await clone.refuseAsTooLarge() }
        wasRepaired = true
        clone.discard()
        packed = .init()
        try await clone.prepare()
        let hash = try await clone.fetch()
        if await isTooLarge() { try await clone.refuseAsTooLarge() }
        return hash
    }

    private func needsRepair() async -> Bool {
        if await isTooLarge() { return true }
        return await !clone.isWhole()
    }

    /// Whether the clone is larger than a fetch may be; packs it first if it has many files.
    ///
    /// That takes a while, and is not done again until there are as many more: git may be unable to.
    private func isTooLarge() async -> Bool {
        guard var content = await clone.content() else { return false }
        let limits = clone.program.limits
        if content.loose > packed.loose + limits.loose
            || content.packs > packed.packs + limits.packs
        {
            await clone.pack()
            content = await clone.content() ?? content
            packed = content
        }
        return content.size > limits.fetch / 1024
    }

    /// Runs something, and keeps its problem for people.
    private func noting<R: Sendable>(
        _ body: () async throws(GitProblem) -> R
    ) async throws(EngineFailure) -> R {
        problem = nil
        do throws(GitProblem) { return try await body() } catch {
            problem = error
            throw clone.isDiskFull(after: error) ? .storage(.diskFull) : .unavailable
        }
    }
}
