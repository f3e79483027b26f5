import Foundation
import TestPrograms
import Testing

@testable import PortableKeychain

/// The inheritance and the end of programs that this process starts.
@Suite struct ChildProgramTests {
    private static let limits = ChildProgram.Limits(output: 4096, seconds: 30)

    /// The output of a program whose standard output is joined.
    private func output(_ child: ChildProgram) throws -> String {
        let process = try child.start()
        process.input.map { _ = close($0) }
        process.errors.map { _ = close($0) }
        let handle = FileHandle(fileDescriptor: try #require(process.output), closeOnDealloc: true)
        let bytes = try handle.readToEnd() ?? Data()
        #expect(process.waitForEnd() == 0)
        return String(decoding: bytes, as: UTF8.self)
    }

    private func shell(
        _ script: String,
        environment: [String]? = nil,
        files: ChildProgram.Files = .joined,
        hasOwnSession: Bool = true
    ) -> ChildProgram {
        ChildProgram(
            ["sh", "-c", script],
            environment: environment,
            files: files,
            hasOwnSession: hasOwnSession
        )
    }

    // MARK: What it inherits

    #if os(Linux)
        /// Blocked signals, and signals that this project's programs ignore, reach the program; those
        /// that the user told all programs to ignore do not.
        @Test func signalsReachIt() async {
            await #expect(processExitsWith: .success) {
                for ignored in [SIGPIPE, SIGXFSZ, SIGHUP] { signal(ignored, SIG_IGN) }
                var all = sigset_t()
                sigfillset(&all)
                pthread_sigmask(SIG_BLOCK, &all, nil)
                let words = ["grep", "-E", "^Sig(Blk|Ign)", "/proc/self/status"]
                let answer = try ChildProgram(words).run(limits: ChildProgramTests.limits)
                let masks = String(decoding: answer.output, as: UTF8.self)
                    .split(whereSeparator: \.isWhitespace).compactMap { UInt64($0, radix: 16) }
                try #require(masks.count == 2)
                let isIgnored = [SIGHUP, SIGPIPE, SIGXFSZ].map { signal in
                    masks[1] & 1 << UInt64(signal - 1) != 0
                }
                #expect(masks[0] == 0)
                #expect(isIgnored == [true, false, false])
            }
        }

        static let files: [(files: ChildProgram.Files, names: [String])] = [
            (.joined, ["socket", "pipe", "pipe"]),
            (
                ChildProgram.Files(input: .nothing, output: .joined, errors: .nothing),
                ["/dev/null", "pipe", "/dev/null"]
            ),
            (
                ChildProgram.Files(input: .nothing, output: .joined, errors: .joined),
                ["/dev/null", "pipe", "pipe"]
            ),
            (
                ChildProgram.Files(input: .joined, output: .joined, errors: .input),
                ["socket", "pipe", "socket"]
            ),
        ]

        @Test(arguments: files)
        func itsStandardFilesAreThoseThatItWasGiven(
            _ files: ChildProgram.Files,
            _ names: [String]
        ) throws {
            // The shell looks at its own files, because a pipeline's programs have others.
            let script = "for f in 0 1 2; do readlink /proc/$$/fd/$f; done"
            let found = try output(shell(script, files: files)).split(separator: "\n")
            #expect(found.map { $0.prefix { $0 != ":" } } == names.map { $0[...] })
        }

        /// Input and output can be one socket.
        @Test func itsOutputCanBeTheSocketOfItsInput() throws {
            let files = ChildProgram.Files(input: .joined, output: .input, errors: .nothing)
            let process = try shell("cat", files: files).start()
            let socket = try #require(process.input)
            #expect(process.output == nil && process.errors == nil)
            #expect(Array("there and back".utf8).withUnsafeBytes { process.send($0) })
            var room = [UInt8](repeating: 0, count: 14)
            #expect(recv(socket, &room, room.count, Int32(MSG_WAITALL)) == room.count)
            #expect(String(decoding: room, as: UTF8.self) == "there and back")
            close(socket)
            #expect(process.waitForEnd() == 0)
        }

        @Test func itsFilesCanBeThoseOfThisProcess() throws {
            let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/0")
            let files = ChildProgram.Files(input: .inherited, output: .joined, errors: .inherited)
            #expect(try output(shell("readlink /proc/$$/fd/0", files: files)) == own + "\n")
        }

        /// A file that some library opened without `O_CLOEXEC` is inherited only if others are.
        @Test(arguments: [false, true])
        func otherFilesAreInheritedOnlyIfThatIsSaid(inheritsOthers: Bool) throws {
            let file = try #require([open("/dev/zero", O_RDONLY)].first { $0 >= 0 })
            defer { close(file) }
            let files = ChildProgram.Files(
                input: .nothing,
                output: .joined,
                errors: .nothing,
                inheritsOthers: inheritsOthers
            )
            let script = "readlink /proc/$$/fd/\(file) || echo none"
            let expected = inheritsOthers ? "/dev/zero\n" : "none\n"
            #expect(try output(shell(script, files: files)) == expected)
        }

        /// This process's ends of what is joined are never inherited, not even by a program that
        /// inherits all other files.
        @Test func noProgramInheritsTheEndsOfAnother() throws {
            let first = try shell("cat").start()
            let ends = try [first.input, first.output, first.errors].map { try #require($0) }
            #expect(ends.allSatisfy { $0 > 2 && fcntl($0, F_GETFD) & FD_CLOEXEC != 0 })
            let second = try ChildProgram(
                ["sleep", "30"],
                files: .inherited,
                hasOwnSession: false
            ).start()
            ends.forEach { close($0) }
            #expect(first.waitForEnd() == 0)
            second.end(by: SIGKILL)
            #expect(second.waitForEnd() == -SIGKILL)
        }

        @Test(arguments: [true, false])
        func itHasASessionOfItsOwnIfThatIsSaid(hasOwnSession: Bool) throws {
            let process = try ChildProgram(["sleep", "30"], hasOwnSession: hasOwnSession).start()
            #expect(getsid(process.number) == (hasOwnSession ? process.number : getsid(0)))
            #expect(getpgid(process.number) == (hasOwnSession ? process.number : getpgrp()))
            process.end(by: SIGKILL)
            #expect(process.waitForEnd() == -SIGKILL)
            for file in [process.input, process.output, process.errors] {
                file.map { _ = close($0) }
            }
        }
    #endif

    /// The environment is exactly the given one, or that of this process.
    @Test func itsEnvironmentIsExactlyAsGiven() throws {
        let env = "/usr/bin/env"
        #expect(try output(ChildProgram([env], environment: ["B=2 3", "A="])) == "B=2 3\nA=\n")
        #expect(try output(ChildProgram([env], environment: [])) == "")
        let own = Set(ProcessInfo.processInfo.environment.keys)
        let names = try output(ChildProgram(["sh", "-c", "env -0 | cut -z -d= -f1"]))
            .split(separator: "\0").map(String.init)
        #expect(own.subtracting(names).isEmpty)
    }

    // MARK: How it starts and ends

    static let missing: [(words: [String], number: Int32)] = [
        ([], ENOENT), (["no-such-program"], ENOENT), (["/no/such/program"], ENOENT),
        (["/etc/passwd"], EACCES), (["/"], EACCES),
    ]

    @Test(arguments: missing)
    func aProgramThatIsMissingIsReported(_ words: [String], _ number: Int32) {
        #expect(throws: ChildProgram.NotStarted(number: number)) {
            _ = try ChildProgram(words).start()
        }
        #expect(throws: ChildProgram.Failure.notStarted) {
            try ChildProgram(words).run(limits: Self.limits)
        }
    }

    /// No output is the socket of an input that is not joined.
    @Test func anInputThatIsNotJoinedIsNoOutput() {
        let files = ChildProgram.Files(input: .nothing, output: .input, errors: .nothing)
        #expect(throws: ChildProgram.NotStarted.self) {
            _ = try shell("exit 0", files: files).start()
        }
    }

    /// A program that another process is still writing is started once that is done.
    @Test(.timeLimit(.minutes(1))) func aBusyProgramIsWaitedFor() throws {
        let path = FileManager.default.temporaryDirectory
            .appending(path: "busy-\(UUID().uuidString)").path
        try TestProgram.write(path, "exit 7")
        defer { unlink(path) }
        let writer = try #require([open(path, O_WRONLY | O_APPEND | O_CLOEXEC)].first { $0 >= 0 })
        Thread.detachNewThread {
            usleep(200_000)
            close(writer)
        }
        #expect(try ChildProgram([path]).run(limits: Self.limits).status == 7)
    }

    @Test(arguments: [("exit 0", 0), ("exit 200", 200), ("kill -TERM $$", -15)])
    func itsEndIsToldAsStatusOrSignal(_ script: String, _ status: Int32) throws {
        #expect(try shell(script).run(limits: Self.limits).status == status)
        let files = ChildProgram.Files(input: .nothing, output: .nothing, errors: .nothing)
        let process = try shell(script, files: files).start()
        #expect(process.waitForEnd() == status)
        // Its number may be another's by now.
        #expect(process.statusAfterEnd() == -1)
    }

    /// Bytes for a program that has ended raise no signal.
    @Test func aProgramThatHasEndedTakesNoBytes() async {
        await #expect(processExitsWith: .success) {
            signal(SIGPIPE, SIG_DFL)
            let files = ChildProgram.Files(input: .joined, output: .nothing, errors: .nothing)
            let process = try ChildProgram(["sh", "-c", "exit 0"], files: files).start()
            #expect(process.waitForEnd() == 0)
            #expect([1, 2, 3].withUnsafeBytes { !process.send($0) })
        }
    }

    static let failures: [(script: String, failure: ChildProgram.Failure)] = [
        ("head -c 5000 /dev/zero; sleep 30", .tooLong), ("sleep 30", .tooLate),
        ("exec >&- 2>&-; sleep 30", .tooLate),
    ]

    @Test(.timeLimit(.minutes(1)), arguments: failures)
    func itsUseOfResourcesIsLimited(_ script: String, _ failure: ChildProgram.Failure) {
        let limits = ChildProgram.Limits(
            output: 4096,
            seconds: failure == .tooLate ? 0.3 : 30
        )
        #expect(throws: failure) { try shell(script).run(limits: limits) }
    }

    /// A program that is ended takes those with it that it started.
    @Test(.timeLimit(.minutes(1))) func aSessionEndsAsAWhole() throws {
        let process = try shell("sleep 60 & sleep 60").start()
        let output = try #require(process.output)
        process.end(by: SIGKILL)
        #expect(process.waitForEnd() == -SIGKILL)
        // The other program had it open, too.
        var byte: UInt8 = 0
        #expect(read(output, &byte, 1) == 0)
        for file in [process.input, process.output, process.errors] { file.map { _ = close($0) } }
    }
}
