import CKeychainPlatform
import Foundation
import KeychainLibC
import PortableKeychain
import Testing

@testable import KeychainAgent

/// The identity of a process, given the kernel's facts about it.
@Suite struct CallerTests {
    private static let trusted = ProcessFacts.Executable.trusted

    @Test(arguments: [
        (trusted, true, true),
        (nil, true, false),
        // In another mount namespace the path means another file.
        (trusted, false, false),
        (trusted.with { $0.owner = 1000 }, true, false),
        // A file system of a user can say that its files belong to root.
        (trusted.with { $0.isOnMountOfUser = true }, true, false),
        (trusted.with { $0.isInFolderOfOthers = true }, true, false),
        (trusted.with { $0.mode |= 0o020 }, true, false),
        (trusted.with { $0.mode |= 0o002 }, true, false),
        (trusted.with { $0.path = "/usr/bin/git (deleted)" }, true, false),
        (trusted.with { $0.path = "(unreachable)/usr/bin/git" }, true, false),
        // No file declares it.
        (trusted.with { $0.path = "/usr/bin/python3.11" }, true, false),
    ])
    func isAProgramOnlyIfRootPutItThereAndDeclaredIt(
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
        let caller = Caller(facts) { path, _ in path.hasSuffix("python3.11") ? nil : path }
        #expect((caller != .session) == isProgram)
    }

    /// A declared name counts if root declared it, and is a part of the program's name then.
    @Test func isCalledAsItWasDeclared() {
        func caller(_ name: String?) -> Caller {
            Caller(ProcessFacts(process: 2, start: 1, executable: Self.trusted, name: name)) {
                $1 == "helper" ? "\($0) as helper" : nil
            }
        }
        let program = Caller.Program(path: "/usr/bin/git as helper", device: 1, inode: 2)
        #expect(caller("helper") == .program(program))
        #expect(caller("git") == .session)
        #expect(caller(nil) == .session)
    }

    /// The name of a process may contain any text, also one that looks like more fields.
    @Test(
        arguments: [
            ("12 (cat) S 7 " + rest, 7), ("12 (a) S 1 (b) R 9 " + rest, 9),
            ("12 () S 7 " + rest, 7),
            ("12 (cat) S x " + rest, nil), ("12 (cat) S 7 1 2 3", nil), ("", nil), ("12 cat", nil),
        ] as [(String, Int32?)]
    )
    func readsTheKernelsLine(_ line: String, _ parent: Int32?) {
        let fields = KernelProcess(line: Array(line.utf8)[...])
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
        // Not terminate(): a child of a thread of tasks inherits that SIGTERM is blocked.
        defer { kill(child.processIdentifier, SIGKILL) }
        var facts = ProcessFacts(of: child.processIdentifier)
        // Until it runs its own program, and has its arguments.
        for _ in 0..<500 where facts?.executable?.path != "/usr/bin/sleep" || facts?.name == nil {
            usleep(10_000)
            facts = ProcessFacts(of: child.processIdentifier)
        }
        #expect(facts?.executable?.owner == 0)
        #expect(facts?.executable?.isInFolderOfOthers == false)
        #expect(facts?.name == "sleep")
        #expect(facts?.isRunning == true)
        #expect(ProcessFacts.starter(of: child.processIdentifier) == RunningProcess(getpid()))
        #expect(KernelProcess.ancestors(of: child.processIdentifier).first == getpid())
        #expect(KernelProcess.program(getpid()) == path)
        #expect(ProcessFacts(of: -1) == nil)
        #expect(ProcessFacts(of: 0) == nil)
        kill(child.processIdentifier, SIGKILL)
        child.waitUntilExit()
        #expect(facts?.isRunning == false)
    }

    /// Files that a user other than root can replace are recognized.
    @Test func asksTheKernelAboutFiles() throws {
        let path = NSTemporaryDirectory() + "/f-" + UUID().uuidString
        try Data().write(to: URL(filePath: path))
        defer { unlink(path) }
        #expect(ProcessFacts.executable("/usr/bin/env")?.isInFolderOfOthers == false)
        #expect(ProcessFacts.executable(path)?.isInFolderOfOthers == true)
    }

    /// The kernel's list of file systems says the same.
    @Test func knowsWhatUsersMount() throws {
        var seen: Set<Bool> = []
        for line in try String(contentsOfFile: "/proc/self/mounts", encoding: .utf8)
            .split(separator: "\n")
        {
            let words = line.split(separator: " ").map(String.init)
            // A path with a blank is written in another way, and later lines hide earlier ones.
            guard words.count > 3, words[2] != "autofs", !words[1].contains("\\") else { continue }
            let file = open(words[1], O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            var (facts, parent) = (stat(), stat())
            guard file >= 0 else { continue }
            defer { close(file) }
            guard fstat(file, &facts) == 0, stat(words[1] + "/..", &parent) == 0,
                words[1] == "/" || facts.st_dev != parent.st_dev
            else { continue }
            let isOfUser =
                words[3].split(separator: ",").contains("nosuid") || words[2].hasPrefix("fuse")
            #expect((pk_file_is_on_mount_of_user(file) != 0) == isOfUser, "\(line)")
            #expect(ProcessFacts.executable(words[1])?.isOnMountOfUser == isOfUser, "\(line)")
            seen.insert(isOfUser)
        }
        #expect(seen.contains(true), "such as /proc")
    }

    /// A process that hides its file is shown with the name that it gives itself, as such.
    @Test func showsWhatAProcessCallsItself() {
        #expect(KernelProcess.program(getpid()).hasPrefix("/"))
        // A thread of the kernel has no file. In a container there is none.
        for process in Int32(2)...50 {
            guard ProcessFacts.starter(of: process)?.process == 2, geteuid() == 0 else { continue }
            #expect(KernelProcess.program(process).hasPrefix("a program that calls itself \""))
        }
        #expect(KernelProcess.program(-1) == "a program without a name")
    }
}
