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

    /// Whether it has become larger than a fetch may be.
    func isTooLarge() async -> Bool {
        guard let answer = try? await program.run(["count-objects", "-v"]), answer.status == 0
        else {
            return false
        }
        let lines = String(decoding: answer.output, as: UTF8.self).split(separator: "\n")
        let sizes = lines.filter { $0.hasPrefix("size") }.map { line in
            Int(line.drop { !$0.isNumber }) ?? 0
        }
        return sizes.reduce(0, +) > program.limits.fetch / 1024
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
