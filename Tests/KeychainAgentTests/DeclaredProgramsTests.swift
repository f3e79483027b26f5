import Foundation
import KeychainLibC
import Testing

@testable import KeychainAgent

/// The programs that root declares, in folders that stand for those of a machine.
@Suite struct DeclaredProgramsTests {
    /// A file or folder that is made before the question.
    private enum Step {
        case file(String, [UInt8], mode: mode_t)
        case mode(String, mode_t)
        case link(String, String)

        static func file(_ path: String, _ text: String) -> Step {
            .file(path, Array(text.utf8), mode: 0o644)
        }
    }

    /// The declarations for `/bin/a` with the name `b`, by the files in `etc` and `share`.
    @Test(
        arguments: [
            ([], nil), ([.file("share/x.conf", "/bin/a\n")], "/bin/a"),
            ([.file("etc/x.conf", "# why\n\n/bin/c\n/bin/a")], "/bin/a"),
            ([.file("share/x.conf", "/bin/a as b\n")], "/bin/a as b"),
            ([.file("share/x.conf", "/bin/a as c\n")], nil),
            ([.file("share/x.conf", "/bin/a as b\n/bin/a\n")], "/bin/a"),
            // Not a line that only contains it, and not a comment.
            ([.file("share/x.conf", "/bin/a b\n #/bin/a\n#/bin/a\n /bin/a\nbin/a\n")], nil),
            ([.file("share/x.txt", "/bin/a\n")], nil),
            // A file of the administrator takes the place of that of a package.
            ([.file("share/x.conf", "/bin/a\n"), .file("etc/x.conf", "")], nil),
            ([.file("share/x.conf", "/bin/a\n"), .file("etc/y.conf", "")], "/bin/a"),
            // Files that others could have written.
            ([.file("share/x.conf", Array("/bin/a".utf8), mode: 0o664)], nil),
            ([.file("share/x.conf", Array("/bin/a".utf8), mode: 0o646)], nil),
            ([.file("share/x.conf", "/bin/a"), .mode("share", 0o775)], nil),
            ([.file("share/x.conf", "/bin/a"), .mode("", 0o777)], nil),
            // A link as a file, which root could have made to any place; and one as a folder.
            ([.file("share/x", "/bin/a"), .link("share/x.conf", "x")], nil),
            ([.file("real/x.conf", "/bin/a"), .link("etc", "real")], "/bin/a"),
            ([.file("real/x.conf", "/bin/a"), .mode("real", 0o777), .link("etc", "real")], nil),
            // Not text; as much as is read, and more than that.
            (
                [
                    .file(
                        "share/x.conf",
                        Array("/bin/a\n\u{FF}".utf16.map { UInt8($0) }),
                        mode: 0o644
                    )
                ], nil
            ),
            ([.file("share/x.conf", "/bin/a\n" + filler(DeclaredPrograms.longest - 7))], "/bin/a"),
            ([.file("share/x.conf", "/bin/a\n" + filler(DeclaredPrograms.longest - 6))], nil),
        ] as [([Step], String?)]
    )
    private func declares(_ steps: [Step], _ expected: String?) throws {
        try inFolder { folder in
            for step in steps { try take(step, in: folder) }
            let reach = RootReach(owner: geteuid(), top: folder)
            let found = programs(folder, reach).declaration(of: "/bin/a", calledAs: "b")
            #expect(found == expected)
        }
    }

    private static func filler(_ count: Int) -> String { String(repeating: "#", count: count) }

    @Test func filesOfOthersDeclareNothing() throws {
        try inFolder { folder in
            try take(.file("share/x.conf", "/bin/a"), in: folder)
            let reach = RootReach(owner: geteuid() + 1, top: folder)
            #expect(programs(folder, reach).declaration(of: "/bin/a", calledAs: nil) == nil)
            // Folders of all users, such as /tmp, are above it.
            let whole = RootReach(owner: geteuid())
            #expect(programs(folder, whole).declaration(of: "/bin/a", calledAs: nil) == nil)
        }
    }

    /// No folder above those of programs can be changed by users, on a machine as systems install
    /// it.
    @Test func knowsWhatIsOutOfReach() {
        #expect(RootReach().covers("/usr/bin/env"))
        #expect(!RootReach().covers("/tmp/env"))
        #expect(!RootReach().covers("usr/bin/env"))
        #expect(!RootReach(owner: 1).covers("/usr/bin/env"))
        #expect(!RootReach(owner: 0, top: "/us").covers("/usr/bin/env"))
        #expect(!RootReach().covers("/no/such/folder/env"))
    }

    /// Swift combines this letter with the slash before it, and would take the folder for another one.
    @Test func reachesFoldersBesideCombiningLetters() throws {
        try inFolder { folder in
            let reach = RootReach(owner: geteuid(), top: folder)
            let name = "open/\u{301}own/program"
            try take(.file(name, "#"), in: folder)
            #expect(reach.covers("\(folder)/\(name)"))
            try take(.mode("open", 0o777), in: folder)
            #expect(!reach.covers("\(folder)/\(name)"))
        }
    }

    private func programs(_ folder: String, _ reach: RootReach) -> DeclaredPrograms {
        DeclaredPrograms(folders: ["etc", "none", "share"].map { "\(folder)/\($0)" }, reach: reach)
    }

    private func take(_ step: Step, in folder: String) throws {
        switch step {
        case .file(let name, let bytes, let mode):
            let path = "\(folder)/\(name)"
            try FileManager.default.createDirectory(
                at: URL(filePath: path).deletingLastPathComponent(),
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o755]
            )
            try Data(bytes).write(to: URL(filePath: path))
            #expect(chmod(path, mode) == 0)
        case .mode(let name, let mode): #expect(chmod("\(folder)/\(name)", mode) == 0)
        case .link(let name, let target): #expect(symlink(target, "\(folder)/\(name)") == 0)
        }
    }

    private func inFolder(_ body: (String) throws -> Void) throws {
        let path = NSTemporaryDirectory() + "/declared-" + UUID().uuidString.prefix(8)
        try #require(mkdir(path, 0o755) == 0)
        defer { try? FileManager.default.removeItem(atPath: path) }
        try body(try #require(realpath(path, nil).map { String(cString: $0) }))
    }
}
