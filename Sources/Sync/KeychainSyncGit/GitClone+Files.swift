internal import KeychainSync
internal import PortableKeychain

extension GitClone {
    /// A file of a state.
    struct File: Sendable, Equatable {
        let path: String
        let object: GitHash
        let size: Int
    }

    /// The files of a state at some paths, or below them.
    ///
    /// Links, submodules and folders are not files, and names that no vault has are left out.
    func files(
        _ paths: [String],
        of state: GitHash,
        below: Bool = false
    ) async throws(GitProblem) -> [File] {
        let answer = try await program.run(
            ["ls-tree", "--full-tree", "-l", "-z"] + (below ? ["-r"] : []) + [state.text, "--"]
                + paths,
            atMost: program.limits.listing
        )
        try check("ls-tree", answer)
        var files: [File] = []
        for line in answer.output.split(separator: 0) {
            guard let file = try Self.file(line) else { continue }
            if VaultPath.isPlain(file.path), below || paths.contains(file.path) {
                files.append(file)
            }
        }
        return files
    }

    /// Reads `MODE TYPE OBJECT SIZE<tab>PATH` (git-ls-tree(1)); `nil` for an entry that is not a
    /// file.
    private static func file(_ line: ArraySlice<UInt8>) throws(GitProblem) -> File? {
        let parts = line.split(separator: 0x09, maxSplits: 1)
        let facts = (parts.first ?? []).split(separator: 0x20)
            .map { String(decoding: $0, as: UTF8.self) }
        guard parts.count == 2, facts.count == 4 else {
            throw GitProblem("git ls-tree says what no git says.")
        }
        guard facts[0].hasPrefix("100"), facts[1] == "blob" else { return nil }
        guard let object = GitHash(facts[2]), let size = Int(facts[3]), size >= 0 else {
            // Its size is "BAD".
            throw GitProblem("The clone lacks an object.")
        }
        return File(path: String(decoding: parts[1], as: UTF8.self), object: object, size: size)
    }

    /// The contents of files.
    func contents(_ files: [File]) async throws(GitProblem) -> [String: [UInt8]] {
        guard !files.isEmpty else { return [:] }
        let limits = program.limits
        let total = files.reduce(0) { $0 + min($1.size, limits.total + 1) }
        guard files.allSatisfy({ $0.size <= limits.file }), total <= limits.total else {
            throw GitProblem("The repository has files that are too large for a vault.")
        }
        let request = files.map { $0.object.text + "\n" }.joined()
        let answer = try await program.run(
            ["cat-file", "--batch"],
            Array(request.utf8),
            // With the line before each file, and the one that ends it.
            atMost: total + files.count * 128
        )
        try check("cat-file", answer)
        var rest = answer.output[...]
        var contents: [String: [UInt8]] = [:]
        for file in files {
            let head = Array("\(file.object.text) blob \(file.size)\n".utf8)
            guard rest.starts(with: head), rest.count > head.count + file.size else {
                throw GitProblem("The clone lacks an object.")
            }
            rest = rest.dropFirst(head.count)
            contents[file.path] = Array(rest.prefix(file.size))
            rest = rest.dropFirst(file.size + 1)
        }
        return contents
    }

    /// Builds a commit onto a state, the same one each time.
    func commit(
        _ changes: [VaultFileChange],
        onto state: GitHash?
    ) async throws(GitProblem) -> GitHash {
        try await build(changes, state.map { "from \($0.text)" })
    }

    /// Builds a commit with the files of a state that has no state before it, the same one each time.
    func beginning(
        _ changes: [VaultFileChange],
        of state: GitHash
    ) async throws(GitProblem) -> GitHash {
        let words = ["rev-parse", "--verify", "--quiet", state.text + "^{tree}"]
        let answer = try await program.run(words)
        guard answer.status == 0, let tree = GitHash(answer.output) else {
            throw GitProblem("The clone lacks an object.")
        }
        return try await build(changes, #"M 040000 \#(tree.text) """#)
    }

    /// Builds a commit by changes of what a line of git-fast-import(1) names.
    ///
    /// The commit has no person as its author and no time: git's metadata say nothing about users.
    private func build(
        _ changes: [VaultFileChange],
        _ origin: String?
    ) async throws(GitProblem) -> GitHash {
        var input: [UInt8] = []
        func say(_ line: String) { input += Array((line + "\n").utf8) }
        say("feature done")
        say("commit \(Self.built)")
        say("mark :1")
        say("author vault <> 0 +0000")
        say("committer vault <> 0 +0000")
        say("data 6\nvault")
        if let origin { say(origin) }
        for change in changes {
            guard let bytes = change.bytes else {
                say("D \(change.path)")
                continue
            }
            say("M 100644 inline \(change.path)")
            say("data \(bytes.count)")
            input += bytes + [0x0A]
        }
        say("get-mark :1")
        say("done")
        let answer = try await program.run(["fast-import", "--quiet", "--force"], input)
        try check("fast-import", answer)
        guard let hash = GitHash(answer.output) else {
            throw GitProblem("git fast-import names no commit.")
        }
        return hash
    }
}
