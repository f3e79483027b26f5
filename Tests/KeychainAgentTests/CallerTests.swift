import Foundation
import Testing

@testable import KeychainAgent

/// Who a process is, given what the kernel says about it.
@Suite struct CallerTests {
    private static let trusted = ProcessFacts.Executable.trusted

    @Test(arguments: [
        (trusted, true, true),
        (nil, true, false),
        // In another mount namespace the path means another file.
        (trusted, false, false),
        (trusted.with { $0.owner = 1000 }, true, false),
        // A file system of a user can say that its files belong to root.
        (trusted.with { $0.isServedByProgram = true }, true, false),
        (trusted.with { $0.mode |= 0o020 }, true, false),
        (trusted.with { $0.mode |= 0o002 }, true, false),
        (trusted.with { $0.path = "/usr/bin/git (deleted)" }, true, false),
        (trusted.with { $0.path = "(unreachable)/usr/bin/git" }, true, false),
        (trusted.with { $0.path = "/usr/bin/python3.11" }, true, false),
    ])
    func isAProgramOnlyIfRootPutItThere(
        _ executable: ProcessFacts.Executable?,
        _ sharesFiles: Bool,
        _ isProgram: Bool
    ) {
        let facts = ProcessFacts(
            process: 2,
            start: 1,
            executable: executable,
            sharesFiles: sharesFiles
        )
        #expect((Caller(facts) != .session) == isProgram)
    }

    @Test(arguments: [
        ("/usr/bin/python3.11", true), ("/usr/bin/python3", true), ("/bin/sh", true),
        ("/usr/bin/perl5.36.0", true), ("/usr/bin/lua5.4", true), ("/usr/bin/node", true),
        ("/usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2", true), ("/usr/bin/ruby3.1", true),
        ("/usr/bin/python3.11-dbg", true), ("/usr/bin/qemu-x86_64-static", true),
        ("/usr/bin/perl5.36-x86_64-linux-gnu", true), ("/usr/bin/vim.basic", true),
        ("/usr/bin/nc.openbsd", true), ("/usr/bin/curl", true), ("/usr/bin/openssl", true),
        ("/usr/bin/git", false), ("/usr/bin/ssh", false), ("/usr/bin/shred", false),
        ("/opt/google/chrome/chrome", false),
    ])
    func knowsInterpreters(_ path: String, _ isInterpreter: Bool) {
        #expect(Caller.isInterpreter(path) == isInterpreter)
    }

    /// The name of a process may contain anything, also what looks like more fields.
    @Test(
        arguments: [
            ("12 (cat) S 7 " + rest, 7), ("12 (a) S 1 (b) R 9 " + rest, 9),
            ("12 () S 7 " + rest, 7),
            ("12 (cat) S x " + rest, nil), ("12 (cat) S 7 1 2 3", nil), ("", nil), ("12 cat", nil),
        ] as [(String, Int32?)]
    )
    func readsTheKernelsLine(_ line: String, _ parent: Int32?) {
        let fields = ProcessFacts.fields(Array(line.utf8)[...])
        #expect(fields?.parent == parent)
        #expect(fields?.start == parent.map { _ in 4242 })
    }

    private static let rest = (5...21).map(String.init).joined(separator: " ") + " 4242 0 0\n"

    @Test func asksTheKernel() throws {
        let own = try #require(ProcessFacts(of: getpid()))
        #expect(own == ProcessFacts(of: getpid()))
        #expect(own.sharesFiles)
        let path = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        #expect(own.executable?.path == path)
        let child = try Process.run(URL(filePath: "/bin/sleep"), arguments: ["20"])
        defer { child.terminate() }
        var facts = ProcessFacts(of: child.processIdentifier)
        // Until it runs its own program.
        for _ in 0..<500 where facts?.executable?.path != "/usr/bin/sleep" {
            usleep(10_000)
            facts = ProcessFacts(of: child.processIdentifier)
        }
        #expect(facts?.executable?.owner == 0)
        #expect(facts.map { Caller($0) } != .session)
        #expect(ProcessFacts.ancestry(of: child.processIdentifier).first == path)
        #expect(ProcessFacts(of: -1) == nil)
        #expect(ProcessFacts(of: 0) == nil)
    }
}
