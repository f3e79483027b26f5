import Foundation
import KeychainSync
import KeychainSyncGit
import TestPrograms

/// A bare repository in a folder of its own, as a user has on a server, and engines over it.
final class GitFixture: Sendable {
    let folder: String
    var repository: String { folder + "/vault.git" }
    /// The folder that engines find their programs in first.
    var programs: String { folder + "/bin" }

    init() throws {
        folder = NSTemporaryDirectory() + "git-engine-" + UUID().uuidString
        try FileManager.default.createDirectory(
            atPath: folder + "/bin",
            withIntermediateDirectories: true
        )
        try FileManager.default.createDirectory(
            atPath: folder + "/home",
            withIntermediateDirectories: true
        )
        // A user's own settings must not change what the engine does.
        try Data(
            """
            [push]
                pushOption = strange
                gpgSign = true
            [fetch]
                prune = true
            [transfer]
                fsckObjects = false
            [core]
                hooksPath = \(folder)/hooks
                sshCommand = false
            [submodule]
                recurse = true
            """.utf8
        ).write(to: URL(filePath: folder + "/home/.gitconfig"))
        try shell("git init --quiet --bare '\(repository)'")
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// A client with a clone of its own, or with the one of a former client.
    func engine(
        _ name: String = UUID().uuidString,
        limits: GitLimits = GitLimits(),
        remote: String? = nil,
        ssh: String? = nil
    ) throws -> GitEngine {
        var environment = ["PATH": "\(programs):/usr/bin:/bin", "HOME": folder + "/home"]
        environment["GIT_SSH_COMMAND"] = ssh
        return try GitEngine(
            remote: remote ?? repository,
            folder: "\(folder)/clones/\(name)",
            limits: limits,
            environment: environment
        )
    }

    /// Runs commands in the repository, as a person with access to it.
    @discardableResult
    func shell(_ script: String) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-ec", script]
        process.environment = [
            "PATH": "/usr/bin:/bin", "HOME": folder, "GIT_DIR": repository, "LC_ALL": "C",
            "GIT_AUTHOR_NAME": "x", "GIT_AUTHOR_EMAIL": "x", "GIT_COMMITTER_NAME": "x",
            "GIT_COMMITTER_EMAIL": "x",
        ]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
        return String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .newlines)
    }

    /// Puts a program before the user's git, which is `/usr/bin/git`.
    func replaceGit(by script: String) throws {
        try TestProgram.write(programs + "/git", script)
    }
}
