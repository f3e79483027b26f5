internal import KeychainSync
internal import PortableKeychain

/// A branch that is larger than the limit: it would be fetched whole, and thrown away, each time.
extension GitClone {
    private static let key = "vault.tooLarge"

    /// Whether a program that stores fetched data was ended because of the limit (SIGXFSZ, which is
    /// 25 on Linux and macOS).
    static func saysTooLarge(_ answer: ChildProgram.Answer) -> Bool {
        let text = String(decoding: answer.errors, as: UTF8.self)
        return text.contains("died of signal 25") || text.contains("File too large")
    }

    /// The files of its objects.
    struct Content: Sendable {
        /// The numbers of files with one object, and of packs.
        var (loose, packs) = (0, 0)
        /// The size of all, in KiB.
        var size = 0
    }

    /// Counts those files; `nil` if git does not do it.
    func content() async -> Content? {
        guard let answer = try? await program.run(["count-objects", "-v"]), answer.status == 0
        else { return nil }
        var content = Content()
        for line in String(decoding: answer.output, as: UTF8.self).split(separator: "\n") {
            let number = Int(line.drop { !$0.isNumber }) ?? 0
            switch line.prefix(while: { $0 != ":" }) {
            case "count": content.loose = number
            case "packs": content.packs = number
            case "size", "size-pack", "size-garbage": content.size += number
            default: break
            }
        }
        return content
    }

    /// Packs what the branch has, and removes what it no longer has and no process can still be reading.
    ///
    /// Whatever goes wrong, a state that was fetched stays whole: git removes a file only when its
    /// content is in another one, or was left behind an hour ago.
    func pack() async {
        // Otherwise a machine that only reads would keep the history of its last commit for ever. One
        // that another process has just built is too young to be removed.
        _ = try? await program.run(["update-ref", "-d", Self.built])
        _ = try? await program.run(["gc", "--quiet"])
    }

    /// The note about a state that is too large: another state, or another limit, is fetched.
    private func note(_ state: GitHash) -> String { "\(state.text) \(program.limits.fetch)" }

    /// Throws if the branch is one that was too large before; asks for its name only.
    func checkSize() async throws(GitProblem) {
        let answer = try await program.run(["config", "--local", "--get", Self.key])
        guard answer.status == 0 else { return }
        let noted = String(decoding: answer.output, as: UTF8.self).prefix { $0 != "\n" }
        if let state = try await listed(), noted == note(state) { throw tooLarge }
        try check("config", await program.run(["config", "--unset-all", Self.key]))
    }

    /// Records that the branch is too large, and throws the error to show.
    ///
    /// - Throws: ``GitProblem``, always.
    func refuseAsTooLarge() async throws(GitProblem) -> Never {
        if let state = try await listed() {
            try check("config", await program.run(["config", Self.key, note(state)]))
        }
        throw tooLarge
    }

    private var tooLarge: GitProblem {
        GitProblem(
            "The branch main of the repository is larger than \(program.limits.fetch >> 20) MiB, and "
                + "is not fetched until it changes. End the synchronization with 'keychainctl sync "
                + "leave' on each machine, and begin again with an empty repository."
        )
    }
}
