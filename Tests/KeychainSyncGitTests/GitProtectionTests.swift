import Foundation
import KeychainSync
import KeychainSyncGit
import TestPrograms
import Testing

/// The settings for git by which neither settings nor repositories can make it do anything else.
@Suite struct GitProtectionTests {
    /// The action of a repository or a setting, and the protection without which it succeeds.
    struct Trap: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// Commands in the folder of the fixture; `sign` there is the file that must not appear.
        let script: String
        /// Takes the protection from a git.
        let removal: String
    }

    /// Removes one of the settings that git is given.
    private static func without(_ setting: String) -> String {
        """
        n=0
        while [ "$n" -lt "$GIT_CONFIG_COUNT" ]; do
            eval "key=\\$GIT_CONFIG_KEY_$n"
            [ "$key" != \(setting) ] || export "GIT_CONFIG_KEY_$n=x.x"
            n=$((n + 1))
        done
        """
    }

    static let traps = [
        Trap(
            testDescription: "hooks that a setting names",
            script: """
                mkdir -p hooks && printf '#!/bin/sh\\ntouch %s/sign\\n' "$PWD" >hooks/reference-transaction
                chmod +x hooks/reference-transaction
                """,
            removal: without("core.hooksPath")
        ),
        Trap(
            testDescription: "settings of the system",
            script: """
                printf '#!/bin/sh\\ntouch %s/sign\\nexec "$@"\\n' "$PWD" >hook && chmod +x hook
                git config --file system uploadpack.packObjectsHook "$PWD/hook"
                """,
            removal: "unset GIT_CONFIG_NOSYSTEM"
        ),
        Trap(
            testDescription: "a command for the references of another repository",
            script: """
                git config --file home/.gitconfig core.alternateRefsCommand "touch $PWD/sign;"
                git init -q --bare other.git && git init -q --bare clones/mine/clone.git
                echo "$PWD/other.git/objects" >clones/mine/clone.git/objects/info/alternates
                chmod 700 clones clones/mine
                """,
            removal: without("core.alternateRefsCommand")
        ),
    ]

    @Test(arguments: traps, [true, false])
    func holdsWithTheProtectionAlone(_ trap: Trap, _ isProtected: Bool) async throws {
        let fixture = try GitFixture()
        let first = [VaultFileChange("head", [1])]
        #expect(await (try fixture.engine()).commit(first, onto: VaultSnapshot("")) == .committed)
        try fixture.shell("cd '\(fixture.folder)'; unset GIT_DIR\n" + trap.script)
        try fixture.replaceGit(
            by: """
                export GIT_CONFIG_SYSTEM='\(fixture.folder)/system'
                \(isProtected ? "" : trap.removal)
                exec /usr/bin/git "$@"
                """
        )
        let engine = try fixture.engine("mine")
        let state = try? await engine.snapshot()
        let sign = FileManager.default.fileExists(atPath: fixture.folder + "/sign")
        #expect(sign == !isProtected)
        let problem = await engine.problem?.text ?? ""
        if isProtected { #expect(state != nil, "\(problem)") }
    }

    /// Settings whose need no repository of today shows: a git that knows more has the same
    /// protection.
    @Test func gitIsToldWhatItMustNotDo() async throws {
        let fixture = try GitFixture()
        let told = fixture.folder + "/told"
        try fixture.replaceGit(by: "env >>'\(told)'\nexec /usr/bin/git \"$@\"")
        let engine = try fixture.engine()
        #expect(try await engine.snapshot() == VaultSnapshot(""))
        let lines = Set(try String(contentsOfFile: told, encoding: .utf8).split(separator: "\n"))
        for wanted in [
            "GIT_LITERAL_PATHSPECS=1", "GIT_NO_LAZY_FETCH=1", "GIT_NO_REPLACE_OBJECTS=1",
            "GIT_TERMINAL_PROMPT=0", "GIT_ALLOW_PROTOCOL=ssh:https:file",
        ] {
            #expect(lines.contains(Substring(wanted)), "\(wanted)")
        }
        let keys = lines.filter { $0.hasSuffix("=transfer.bundleURI") }
        let number = try #require(keys.first).dropFirst("GIT_CONFIG_KEY_".count).prefix {
            $0 != "="
        }
        #expect(lines.contains("GIT_CONFIG_VALUE_\(number)=false"))
    }

    /// The user's ssh, wherever git would find it: the setting made last here is the first for git.
    @Test func theUsersSSHIsStarted() async throws {
        let fixture = try GitFixture()
        let settings = fixture.folder + "/home/.gitconfig"
        try fixture.shell("git config --file '\(settings)' --unset core.sshCommand")
        var environment = [
            "PATH": "\(fixture.programs):/usr/bin:/bin", "HOME": fixture.folder + "/home",
        ]
        for name in ["ssh", "set'\u{301} ssh", "setting", "included", "variable"] {
            try TestProgram.write(
                "\(fixture.folder)/bin/\(name)",
                "echo \"$0\" \"$*\" >>'\(fixture.folder)/started'; exit 255"
            )
        }
        let set = "git config --file '\(settings)'"
        let steps: [(String, String, [String: String])] = [
            ("/ssh", ":", [:]),
            ("/set'\u{301} ssh", ":", ["GIT_SSH": "\(fixture.programs)/set'\u{301} ssh"]),
            (
                "/included",
                "\(set) include.path ../more; echo '[core]sshCommand=included -4' >'\(fixture.folder)/more'",
                [:]
            ),
            (
                "/setting", "\(set) --unset include.path; \(set) core.sshCommand 'setting -4'", [:]
            ),
            ("/variable", ":", ["GIT_SSH_COMMAND": "variable -6"]),
        ]
        for (name, script, variables) in steps {
            try fixture.shell("rm -f '\(fixture.folder)/started'; \(script)")
            environment.merge(variables) { $1 }
            let engine = try GitEngine(
                remote: "me@vault.example:keys.git",
                folder: fixture.folder + "/clones/mine",
                environment: environment
            )
            await #expect(throws: EngineFailure.unavailable) { try await engine.snapshot() }
            let started = try fixture.shell("head -n 1 '\(fixture.folder)/started'")
            #expect(
                started.contains("\(name) ") && started.contains("-o BatchMode=yes"),
                "\(started)"
            )
        }
    }
}
