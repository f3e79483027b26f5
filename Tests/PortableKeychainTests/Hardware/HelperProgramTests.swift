import Foundation
import PortableKeychain
import TestPrograms
import Testing

@Suite struct HelperProgramTests {
    private func converse(
        _ script: String,
        limit: Int = 64,
        _ body: (HelperConversation) throws -> Void
    ) throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "helper-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "helper").path
        try TestProgram.write(path, script)
        try body(#require(HelperProgram(path: path).start(limit: limit)))
    }

    private static let request = SecretBytes(utf8: "request")

    /// A message comes back as it was sent.
    @Test func aMessageComesBackAsItWasSent() throws {
        try converse("dd bs=4096 status=none") { helper in
            #expect(helper.send(Self.request))
            #expect(helper.receive(within: 30)?.matches(Self.request) == true)
            let longest = SecretBytes([UInt8](repeating: 1, count: 64))
            #expect(helper.send(longest))
            #expect(helper.receive(within: 30)?.matches(longest) == true)
        }
    }

    /// Bytes that are not a message are refused.
    @Test(arguments: [
        // It ends at once, in the length, or in the message.
        "exit 0", #"printf '\000\000'"#, #"printf '\000\000\000\005abc'"#,
        // A message of no bytes, one byte over the limit, or more than memory.
        #"printf '\000\000\000\000'; sleep 20"#,
        #"printf '\000\000\000\101'; sleep 20"#, #"printf '\377\377\377\377'; sleep 20"#,
    ])
    func whatIsNoMessageIsRefused(script: String) throws {
        try converse(script) { #expect($0.receive(within: 10) == nil) }
    }

    /// A helper that says nothing, or says it slowly, is not waited for.
    @Test func aHelperThatSaysNothingOrSaysItSlowlyIsNotWaitedFor() throws {
        let start = ContinuousClock.now
        try converse("sleep 60") { #expect($0.receive(within: 0.2) == nil) }
        try converse(#"printf '\000\000\000\100'; while :; do printf x; sleep 0.1; done"#) {
            #expect($0.receive(within: 0.5) == nil)
        }
        #expect(ContinuousClock.now - start < .seconds(20))
    }

    /// Only an absolute path is started, and a helper is not searched in PATH.
    @Test func onlyAnAbsolutePathIsStartedAndAHelperIsNotSearchedInPATH() {
        #expect(HelperProgram(path: "cat").start(limit: 64) == nil)
        #expect(HelperProgram(path: "/nonexistent/cat").start(limit: 64) == nil)
        #expect(HelperProgram.installed("cat") == nil)
    }

    /// The states of the folders for all programs of a machine.
    enum Shared: CaseIterable {
        case program, secondFolder, link, noProgram, folderOfOthers, writableByOthers, ofAnotherUser
        case folder

        var isFound: Bool { [.program, .secondFolder].contains(self) }
    }

    /// A program that has no helper beside it uses that of the machine, which others cannot replace.
    @Test(arguments: Shared.allCases.filter { $0 != .ofAnotherUser || geteuid() == 0 })
    func aHelperOfTheMachineIsFound(shared: Shared) throws {
        let home = FileManager.default.temporaryDirectory
            .appending(path: "helpers-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: home) }
        let folders = ["first", "second"].map { home.appending(path: $0).path }
        for folder in [home.path] + folders {
            try FileManager.default.createDirectory(
                atPath: folder,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o755]
            )
        }
        let path = folders[shared == .secondFolder ? 1 : 0] + "/keychain-helper"
        try TestProgram.write(shared == .link ? home.path + "/elsewhere" : path, "exit 0")
        switch shared {
        case .program, .secondFolder: break
        case .folder: #expect(unlink(path) == 0 && mkdir(path, 0o755) == 0)
        case .link: #expect(symlink(home.path + "/elsewhere", path) == 0)
        case .noProgram: #expect(chmod(path, 0o644) == 0)
        case .folderOfOthers: #expect(chmod(folders[0], 0o777) == 0)
        case .writableByOthers: #expect(chmod(path, 0o775) == 0)
        case .ofAnotherUser: #expect(chown(path, 65_533, 65_533) == 0)
        }
        let found = HelperProgram.installed("keychain-helper", in: folders)
        #expect(found?.path == (shared.isFound ? path : nil))
        #expect(HelperProgram.beside("keychain-helper") == nil)
    }
}
