import FileSafety
import Foundation
import Testing

@Suite struct PrivateFolderTests {
    struct Rule: CustomTestStringConvertible {
        let testDescription: String
        let owner: UInt32
        let mode: UInt32
        var group: UInt32 = 0
        /// Whether a user accepts the folder with keychains, one above it; and whether root does.
        let expected: [Bool]
    }

    static let rules = [
        Rule(
            testDescription: "the user's",
            owner: 1000,
            mode: 0o755,
            expected: [true, true, false]
        ),
        Rule(testDescription: "root's", owner: 0, mode: 0o755, expected: [true, true, true]),
        Rule(testDescription: "another's", owner: 7, mode: 0o755, expected: [false, false, false]),
        Rule(testDescription: "sticky", owner: 0, mode: 0o1777, expected: [true, true, true]),
        Rule(
            testDescription: "sticky, another's",
            owner: 7,
            mode: 0o1777,
            expected: [false, false, false]
        ),
        Rule(testDescription: "open", owner: 0, mode: 0o777, expected: [false, false, false]),
        Rule(testDescription: "a group's", owner: 0, mode: 0o775, expected: [false, false, false]),
        Rule(
            testDescription: "a private group's",
            owner: 1000,
            mode: 0o775,
            group: 1000,
            expected: [false, true, false]
        ),
        Rule(
            testDescription: "a private group's, and open",
            owner: 1000,
            mode: 0o777,
            group: 1000,
            expected: [false, false, false]
        ),
    ]

    @Test(arguments: rules) func judgesAFolder(_ rule: Rule) {
        var facts = PrivateFolder.Facts(owner: rule.owner, group: rule.group, mode: rule.mode)
        let user = PrivateFolder.User(1000, privateGroup: 1000)
        let asked = [(user, false), (user, true), (PrivateFolder.User(0), true)]
        let found = asked.map { PrivateFolder.problem("/x", facts, for: $0, isAbove: $1) }
        #expect(found.map { $0 == nil } == rule.expected)
        // In a user namespace, root outside is a stranger.
        let inside = PrivateFolder.User(0, stranger: 65534)
        facts.owner = 65534
        facts.mode = 0o755
        #expect(PrivateFolder.problem("/", facts, for: inside, isAbove: true) == nil)
        #expect(PrivateFolder.problem("/", facts, for: user, isAbove: true) != nil)
    }

    @Test(arguments: [0o000, 0o022, 0o277, 0o777] as [mode_t])
    func makesFoldersUnderAnyMask(_ mask: mode_t) async throws {
        try await inFolder { folder in
            await #expect(processExitsWith: .success) {
                [folder = folder as String, mask = mask as mode_t] in
                umask(mask)
                try PrivateFolder.make(folder + "/a/b", isDurable: true)
                for path in ["/a", "/a/b"] { try #require(mode(of: folder + path) == 0o700) }
            }
        }
    }

    /// A program was killed between making a folder and giving it its rights.
    @Test func repairsAFolderWithoutRights() async throws {
        try await inFolder { folder in
            try #require(mkdir(folder + "/a", 0) == 0)
            try PrivateFolder.make(folder + "/a/b", isDurable: true)
            #expect(mode(of: folder + "/a") == 0o700)
        }
    }

    @Test(arguments: ["", "/a", "/a/b"]) func refusesAFolderThatOthersCanReplace(
        _ open: String
    ) async throws {
        try await inFolder { folder in
            try PrivateFolder.make(folder + "/a/b", isDurable: true)
            try PrivateFolder.inspect(folder + "/a/b")
            try #require(chmod(folder + open, 0o777) == 0)
            let advice = "Run chmod go-w '\(folder + open)'."
            #expect(
                fault { try PrivateFolder.inspect(folder + "/a/b") }?.detail.hasSuffix(advice)
                    == true
            )
            let new = folder + "/a/b/c"
            #expect(
                fault { try PrivateFolder.make(new, isDurable: true) }?.kind == .unsafePermissions
            )
            #expect(access(new, F_OK) != 0)
        }
    }

    /// Letters that Swift combines with a slash before or behind them; the kernel does not.
    @Test(arguments: ["open/\u{301}own", "open\u{600}/own"])
    func seesSlashesBesideCombiningLetters(_ path: String) async throws {
        try await inFolder { folder in
            let own = "\(folder)/\(path)"
            try PrivateFolder.make(own, isDurable: true)
            try PrivateFolder.inspect(own)
            let open = PrivateFolder.split(own).folder
            try #require(chmod(open, 0o777) == 0)
            #expect(fault { try PrivateFolder.inspect(own) }?.kind == .unsafePermissions)
            let new = own + "/new"
            #expect(
                fault { try PrivateFolder.make(new, isDurable: true) }?.kind == .unsafePermissions
            )
        }
    }

    @Test(
        arguments: [
            ("/a/b", "/a", "b", ["a", "b"]), ("/b", "/", "b", ["b"]), ("b", ".", "b", ["b"]),
            ("a/b", "a", "b", ["a", "b"]), ("/a/", "/a", "", ["a"]),
            ("/a/\u{301}b", "/a", "\u{301}b", ["a", "\u{301}b"]),
            ("a\u{600}/b", "a\u{600}", "b", ["a\u{600}", "b"]),
        ] as [(String, String, String, [String])]
    )
    func splitsAPath(_ path: String, _ folder: String, _ name: String, _ parts: [String]) {
        let found = PrivateFolder.split(path)
        #expect(found.folder == folder)
        #expect(found.name == name)
        #expect(PrivateFolder.parts(of: path) == parts)
    }

    /// The superuser with another user's HOME, as sudo may keep it.
    @Test(.enabled(if: geteuid() == 0, "needs the superuser"))
    func refusesTheHomeOfAnotherUser() async throws {
        try await inFolder { folder in
            try #require(chown(folder, 12345, 12345) == 0)
            let found = fault {
                try PrivateFolder.make(folder + "/.local/share/x", isDurable: true)
            }
            #expect(found?.kind == .unsafePermissions)
            #expect(found?.detail.contains("sudo -H") == true)
            #expect(access(folder + "/.local", F_OK) != 0)
        }
    }

    private func inFolder(_ body: (String) async throws -> Void) async throws {
        let path = FileManager.default.temporaryDirectory.path + "/folders-\(UUID())"
        let folder = try #require(realpath(FileManager.default.temporaryDirectory.path, nil))
        defer { free(folder) }
        let resolved = String(cString: folder) + "/" + (path as NSString).lastPathComponent
        try #require(mkdir(resolved, 0o700) == 0)
        defer { try? FileManager.default.removeItem(atPath: resolved) }
        try await body(resolved)
    }

    private func fault(_ body: () throws -> Void) -> FileFault? {
        do {
            try body()
            return nil
        } catch {
            return error as? FileFault
        }
    }
}

private func mode(of path: String) -> mode_t? {
    var facts = stat()
    return stat(path, &facts) == 0 ? facts.st_mode & 0o7777 : nil
}
