internal import PortableKeychain

/// A folder as the other side: git runs there as the user, with the settings of that folder.
extension GitClone {
    /// The settings for git on the other side, in its command line: it receives none of this program's
    /// variables, and the settings of the folder may be another user's, and name programs.
    private static let settings = [
        "core.bare=true", "core.hooksPath=/dev/null", "core.alternateRefsCommand=true",
        "core.fsmonitor=false", "core.attributesFile=/dev/null",
        "receive.denyCurrentBranch=refuse",
        // What is pushed stays one pack, and not a file of 4 KB for each of its objects. git packs the
        // folder when it has many, before the push ends, and as the user who pushes.
        "receive.unpackLimit=1", "receive.autogc=true", "maintenance.auto=true",
    ]

    /// The keys that `git init --bare` and `git clone --bare` write, and some that run nothing.
    private static let harmless: Set<String> = [
        "core.bare", "core.filemode", "core.ignorecase", "core.logallrefupdates",
        "core.precomposeunicode", "core.repositoryformatversion", "core.sharedrepository",
        "core.symlinks", "extensions.objectformat", "extensions.refstorage", "gc.auto",
        "receive.autogc", "receive.denydeletes", "receive.denynonfastforwards",
        "receive.fsckobjects", "remote.origin.fetch", "remote.origin.mirror",
        "remote.origin.url", "transfer.fsckobjects", "transfer.hiderefs",
    ]

    /// The option that starts a program of git on the other side.
    func serving(_ verb: String) -> [String] {
        guard remote.isLocal else { return [] }
        let limits = program.limits
        let packing =
            limits.packing.map { "\($0.0)=\($0.1)" } + [
                "gc.auto=\(limits.loose)", "gc.autoPackLimit=\(limits.packs)",
            ]
        let settings = (Self.settings + packing).map { "-c \($0) " }.joined()
        return ["--\(verb)=git \(settings)\(verb)"]
    }

    /// Looks whether git may be started in the folder that is the other side.
    ///
    /// - Throws: ``GitProblem`` for a folder with files beside its repository, or with settings that
    ///   git does not write itself.
    func checkFolder() async throws(GitProblem) {
        guard let folder = remote.folder else { return }
        // In the order in which git looks for a repository at an address.
        for place in [folder, folder + ".git"] where ProgramFolder.exists(place) {
            guard !ProgramFolder.exists(place + "/.git") else { throw Self.notBare }
            guard !ProgramFolder.exists(place + "/commondir") else {
                throw GitProblem("The folder is a part of another repository. Use that one.")
            }
            let file = place + "/config"
            if ProgramFolder.exists(file) { try await checkSettings(file) }
        }
    }

    private static let notBare = GitProblem(
        "The folder has files beside its repository. Use one that was made by 'git init --bare'."
    )

    private func checkSettings(_ file: String) async throws(GitProblem) {
        let words = ["config", "--file", file, "--no-includes", "-z", "--list"]
        let answer = try await program.run(words)
        try check("config", answer)
        var strange: Set<String> = []
        for setting in answer.output.split(separator: 0) {
            let parts = setting.split(separator: 0x0A, maxSplits: 1)
                .map { String(decoding: $0, as: UTF8.self) }
            let name = parts.first ?? ""
            if !Self.harmless.contains(name) { strange.insert(name) }
            guard name != "core.bare" || parts.last == "true" else { throw Self.notBare }
        }
        guard strange.isEmpty else {
            let shown = GitProblem.clean(strange.sorted().prefix(5).joined(separator: ", "))
            throw GitProblem(
                "The repository has settings that git does not write itself, and that could start "
                    + "programs: \(shown). Remove them from its file 'config' if you know them."
            )
        }
    }
}
