import Foundation
import KeychainSync
import KeychainSyncGit
import TestRounds
import Testing

/// Repositories that an attacker has changed: an engine shows what they contain, or fails.
@Suite(.thorough) struct HostileRepositoryTests {
    /// A change of a repository, and the files that an engine shows of it then.
    struct Trick: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// Commands in the repository; `commit TREE` and `blob` are those below.
        let script: String
        /// The files that are shown; `nil` if the engine must not answer.
        var shows: [String: [UInt8]]?
        /// The files below `items` that are listed; `nil` if that must not be answered.
        var lists: [String]? = []
        var limits = GitLimits()

        init(_ name: String, _ script: String, shows: [String: [UInt8]]?) {
            (testDescription, self.script, self.shows) = (name, script, shows)
        }

        func listing(_ names: [String]?) -> Trick { with { $0.lists = names } }

        func with(_ change: (inout Trick) -> Void) -> Trick {
            var trick = self
            change(&trick)
            return trick
        }
    }

    private static let helpers = """
        blob() { git hash-object -w --stdin; }
        commit() { git update-ref refs/heads/main "$(git commit-tree -m x $parents "$1")"; }
        parents='-p main'

        """

    private static let head: [String: [UInt8]] = ["head": [0x31]]

    static let tricks: [Trick] = [
        Trick(
            "a link instead of a file",
            #"b=$(printf ../../../etc/passwd | blob); commit "$(printf "120000 blob $b\thead\n" | git mktree)""#,
            shows: [:]
        ),
        Trick(
            "a program instead of a file",
            #"b=$(printf 1 | blob); commit "$(printf "100755 blob $b\thead\n" | git mktree)""#,
            shows: head
        ),
        Trick(
            "a submodule instead of a file",
            #"commit "$(printf "160000 commit $(git rev-parse main)\thead\n" | git mktree)""#,
            shows: [:]
        ),
        Trick(
            "a submodule of another repository",
            #"""
            b=$(printf 1 | blob)
            m=$(printf '[submodule "s"]\n path = items\n url = ext::sh -c "touch sign"\n' | blob)
            commit "$(printf "100644 blob $m\t.gitmodules\n100644 blob $b\thead\n160000 commit $(git rev-parse main)\titems\n" | git mktree)"
            """#,
            // Files are never checked out, so their place is never asked for.
            shows: head
        ),
        Trick(
            "a folder instead of a file",
            #"b=$(printf 1 | blob); t=$(printf "100644 blob $b\thead\n" | git mktree); commit "$(printf "040000 tree $t\thead\n" | git mktree)""#,
            shows: ["head/head": [0x31]]
        ),
        Trick(
            "a file instead of a folder",
            #"b=$(printf 1 | blob); commit "$(printf "100644 blob $b\thead\n100644 blob $b\titems\n" | git mktree)""#,
            shows: ["head": [0x31], "items": [0x31]]
        ),
        Trick(
            "names that lead elsewhere",
            #"b=$(printf 1 | blob); t=$(printf "100644 blob $b\t..\n" | git mktree); commit "$(printf "100644 blob $b\thead\n040000 tree $t\titems\n" | git mktree)""#,
            shows: nil
        ),
        Trick(
            "git's own names",
            #"b=$(printf 1 | blob); t=$(printf "100644 blob $b\tconfig\n" | git mktree); commit "$(printf "100644 blob $b\thead\n040000 tree $t\t.GIT\n" | git mktree)""#,
            shows: nil
        ),
        Trick(
            "one name for two files",
            #"b=$(printf 1 | blob); c=$(printf 2 | blob); commit "$(printf "100644 blob $b\thead\n100644 blob $c\thead\n" | git mktree)""#,
            shows: nil
        ),
        Trick(
            "names that no vault has",
            #"""
            b=$(printf 1 | blob)
            t=$(for name in A 'a b' 'a-' ok; do printf "100644 blob $b\t$name\n"; done | git mktree)
            commit "$(printf "100644 blob $b\thead\n040000 tree $t\titems\n" | git mktree)"
            """#,
            shows: head
        ).listing(["items/ok"]),
        Trick("no branch any more", "git update-ref -d refs/heads/main", shows: [:]),
        Trick("an older state", "git update-ref refs/heads/main main~1", shows: [:]),
        Trick(
            "another history",
            #"parents=; b=$(printf 2 | blob); commit "$(printf "100644 blob $b\thead\n" | git mktree)""#,
            shows: ["head": [0x32]]
        ),
        Trick("a state without files", #"commit "$(git mktree </dev/null)""#, shows: [:]),
        Trick(
            "a branch that is a file",
            #"printf 1 | blob >refs/heads/main"#,
            shows: nil
        ),
        Trick("a branch of nonsense", "echo nonsense >refs/heads/main", shows: nil),
        Trick(
            "a file that is too large",
            #"b=$(head -c 20000000 /dev/zero | blob); commit "$(printf "100644 blob $b\thead\n" | git mktree)""#,
            shows: nil
        ),
        Trick(
            "more than may be fetched",
            #"b=$(head -c 8000000 /dev/urandom | blob); c=$(printf 1 | blob); commit "$(printf "100644 blob $c\thead\n100644 blob $b\tx\n" | git mktree)""#,
            shows: nil
        ).with { $0.limits.fetch = 4 << 20 },
        Trick(
            "a file of which the header promises 1 GB",
            // zlib's format (RFC 1950) with one stored block: "blob 1073741824", a zero, "abc".
            #"""
            b=1234567890123456789012345678901234567890
            mkdir -p objects/12
            printf '\170\001\001\023\000\354\377blob 1073741824\000abc\063\267\004\353' >objects/12/34567890123456789012345678901234567890
            commit "$(printf "100644 blob $b\thead\n" | git mktree --missing)"
            """#,
            shows: nil
        ),
        Trick(
            "an object that is missing",
            #"commit "$(printf "100644 blob 1111111111111111111111111111111111111111\thead\n" | git mktree --missing)""#,
            shows: nil
        ),
        Trick(
            "thousands of files",
            #"b=$(printf 1 | blob); t=$(seq 20000 | sed "s/.*/100644 blob $b\tx&/" | git mktree); commit "$(printf "100644 blob $b\thead\n040000 tree $t\titems\n" | git mktree)""#,
            shows: head
        ).listing((1...20000).map { "items/x\($0)" }.sorted()),
        Trick(
            "folders in folders that have ten thousand million files",
            #"""
            b=$(printf 1 | blob)
            t=$(seq 10 | sed "s/.*/100644 blob $b\tx&/" | git mktree)
            for level in 1 2 3 4 5 6 7 8 9; do t=$(seq 10 | sed "s/.*/040000 tree $t\tx&/" | git mktree); done
            commit "$(printf "100644 blob $b\thead\n040000 tree $t\titems\n" | git mktree)"
            """#,
            shows: head
        ).listing(nil),
    ]

    private func shown(
        _ engine: GitEngine
    ) async throws -> (files: [String: [UInt8]], list: [String]?) {
        let state = try await engine.snapshot()
        let paths = ["head", "items", "items/aa", "head/head", "members/0"]
        let files = try await engine.read(paths, of: state)
        return (files, try? await engine.list("items", of: state))
    }

    @Test(.timeLimit(.minutes(3)), arguments: tricks)
    func showsTheTruthOrNothing(_ trick: Trick) async throws {
        let fixture = try GitFixture()
        let known = try fixture.engine(limits: trick.limits)
        let empty = await known.commit([VaultFileChange("x", [0])], onto: VaultSnapshot(""))
        #expect(empty == .committed)
        let begin = [VaultFileChange("head", [0x31])]
        #expect(await known.commit(begin, onto: try await known.snapshot()) == .committed)
        let good = try fixture.shell("git rev-parse main")
        _ = try await shown(known)

        try fixture.shell("cd \"$GIT_DIR\"\n" + Self.helpers + trick.script)
        for engine in [known, try fixture.engine(limits: trick.limits)] {
            guard let shows = trick.shows else {
                await #expect(throws: EngineFailure.unavailable) { try await shown(engine) }
                #expect(await engine.problem?.text.isEmpty == false)
                continue
            }
            let (files, list) = try await shown(engine)
            #expect(files == shows)
            #expect(list == trick.lists)
        }
        let sign = "\(fixture.folder)/clones"
        #expect(try fixture.shell("find '\(sign)' -name sign -o -name 'tmp_*'").isEmpty)

        // Once it is what it was, so is what the engine shows.
        try fixture.shell("echo \(good) >\"$GIT_DIR/refs/heads/main\"")
        #expect(try await shown(known).files == Self.head)
    }
}
