import Foundation
import ForeignFormats
import KeychainctlKit
@_spi(Keepers) import PortableKeychain
import SafeText
import Testing

@testable import Transfer

/// Files, folders and programs from which an import reads, and the files that an export writes.
@Suite struct OtherProgramTests {
    private func shell(_ script: String, atMost limit: Int = 100) throws(FormatProblem) -> String? {
        try OtherProgram.output(["sh", "-c", script], atMost: limit).string()
    }

    /// The problem of something that fails; `nil` if it does not.
    private func problem(_ body: () throws -> Void) -> String? {
        do {
            try body()
            return nil
        } catch {
            return (error as? FormatProblem)?.problem ?? (error as? Failure)?.problem ?? "\(error)"
        }
    }

    @Test func outputCountsOnlyIfAllIsWell() throws {
        #expect(try shell("echo good") == "good\n")
        #expect(problem { _ = try shell("echo half; exit 3") } == "sh failed")
        #expect(
            problem { _ = try OtherProgram.output(["no-such-program"], atMost: 1) }
                == "the program no-such-program is missing"
        )
    }

    /// A program that prints without end is ended, and not waited for.
    @Test(.timeLimit(.minutes(1))) func outputHasALimit() {
        let found = problem { _ = try shell("trap '' PIPE; while :; do echo more; done") }
        #expect(found == "the output of sh is too long")
    }

    /// Programs get no variable that may hold a secret.
    @Test func theEnvironmentIsShort() throws {
        let known: Set<String> = [
            "PATH", "HOME", "GNUPGHOME", "GPG_TTY", "TERM", "LANG", "LC_ALL", "LC_CTYPE", "DISPLAY",
            "WAYLAND_DISPLAY", "XAUTHORITY", "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS",
            // Set by the shell itself.
            "PWD", "OLDPWD", "SHLVL", "_",
        ]
        let lines = try shell("env", atMost: 100_000)?.split(separator: "\n") ?? []
        let names = lines.compactMap { $0.split(separator: "=").first.map(String.init) }
        #expect(names.contains("PATH"))
        #expect(Set(names).subtracting(known).isEmpty)
    }

    // MARK: What secret-tool and zbarimg are asked, and what they answer

    @Test(
        arguments: [
            (["user": "ann", "host": "x"], ["host", "x", "user", "ann"]), ([:], nil),
            (["user": "--help"], nil), (["-u": "ann"], nil),
        ] as [([String: String], [String]?)]
    )
    func attributesAreNoOptions(_ attributes: [String: String], _ words: [String]?) {
        #expect(SecretService.words(attributes) == words)
    }

    /// A search for some attributes also finds items with more.
    @Test func anItemIsFoundByAPartOfItsAttributes() {
        let all = ["user": "ann", "host": "x"]
        #expect(SecretService.holds(all, all: all))
        #expect(SecretService.holds(all, all: ["user": "ann"]))
        #expect(!SecretService.holds(["user": "ann"], all: all))
        #expect(!SecretService.holds(all, all: ["user": "bob"]))
        // Equal strings in Swift.
        #expect(!SecretService.holds(["user": "caf\u{e9}"], all: ["user": "cafe\u{301}"]))
        #expect(!SecretService.holds(["caf\u{e9}": "x"], all: ["cafe\u{301}": "x"]))
    }

    @Test(arguments: [
        ("otpauth://a\n", nil), ("\n", "a.png: the picture has 0 QR codes"),
        ("a\nb\n", "a.png: the picture has 2 QR codes"),
    ])
    func aPictureHasOneCode(_ output: String, _ refusal: String?) {
        let found = problem { _ = try QRPicture.only(SecretBytes(utf8: output), in: "a.png") }
        #expect(found == refusal)
    }

    // MARK: Folders and files

    /// Runs with a folder, which is removed afterwards.
    private func inFolder(_ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder.path)
    }

    private func write(_ text: String, _ path: String) throws {
        try text.write(toFile: path, atomically: false, encoding: .utf8)
    }

    private func content(
        _ path: String?,
        _ format: ForeignFormat? = nil,
        keyFile: String? = nil
    ) throws -> ImportContent {
        try ImportSource(path: path, format: format, keyFile: keyFile, rules: ReadingRules())
            .content()
    }

    @Test func onlyAPassStoreIsAFolder() throws {
        try inFolder { folder in
            let empty = "the folder contains no .gpg files, so it is not a pass store"
            #expect(problem { _ = try content(folder) } == empty)
            let other = "the path is a folder, but only a store of pass is a folder"
            #expect(problem { _ = try content(folder, .netrc) } == other)
            // Neither hidden files nor links are part of a store.
            try write("x", folder + "/.hidden.gpg")
            try FileManager.default.createDirectory(
                atPath: folder + "/.git",
                withIntermediateDirectories: false
            )
            try write("x", folder + "/.git/x.gpg")
            try write("x", folder + "/plain")
            symlink("/etc/hostname", folder + "/link.gpg")
            #expect(problem { _ = try content(folder) } == empty)
        }
    }

    @Test func aFileHasALimit() throws {
        try inFolder { folder in
            let path = folder + "/a.csv"
            try write("", path)
            truncate(path, off_t(FormatLimits.file + 1))
            #expect(
                problem { _ = try content(path, .netrc) }
                    == "the file is larger than 64 megabytes; only CSV and the JSON of 'keychainctl "
                    + "export' can be larger"
            )
        }
    }

    /// A pipe is read into memory, to its end.
    @Test func aPipeHasTheSameLimit() throws {
        for (count, refusal) in [
            (FormatLimits.file, "the file has a zero byte"),
            (FormatLimits.file + 1, "the input is larger than 64 megabytes, and is no file"),
        ] {
            let pipe = Pipe()
            let writer = pipe.fileHandleForWriting
            Thread.detachNewThread {
                let part = Data(count: 1 << 16)
                for start in stride(from: 0, to: count, by: part.count) {
                    try? writer.write(contentsOf: part.prefix(count - start))
                }
                try? writer.close()
            }
            let path = "/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)"
            #expect(problem { _ = try content(path, .netrc) } == refusal)
        }
    }

    @Test func onlyADatabaseHasAKeyFile() throws {
        try inFolder { folder in
            let path = folder + "/a.netrc"
            try write("machine a login me password p\n", path)
            #expect(try content(path, .netrc).items.count == 1)
            let refusal = "only a KeePass database has a key file"
            #expect(problem { _ = try content(path, .netrc, keyFile: path) } == refusal)
            #expect(problem { _ = try content(nil) } == "there is nothing to import")
        }
    }

    @Test func aNewFileReplacesNone() throws {
        try inFolder { folder in
            let path = folder + "/new"
            try NewFile.require(path)
            try NewFile.write(SecretBytes(utf8: "first"), to: path)
            let refusal = "\(path) exists already"
            #expect(problem { try NewFile.write(SecretBytes(utf8: "second"), to: path) } == refusal)
            #expect(problem { try NewFile.require(path) } == refusal)
            #expect(try String(contentsOfFile: path, encoding: .utf8) == "first")
            #expect(problem { try NewFile.require(folder + "/none/new") } != nil)
        }
    }

    /// A file that is of no use without what follows goes with it.
    @Test func aFileOfWhatFailedIsRemoved() throws {
        try inFolder { folder in
            let path = folder + "/new"
            let error = #expect(throws: KeychainError.self) {
                try NewFile.write(SecretBytes(utf8: "s"), to: path) { throw KeychainError(.locked) }
            }
            #expect(error?.code == .locked)
            #expect(!FileManager.default.fileExists(atPath: path))
            try NewFile.write(SecretBytes(utf8: "s"), to: path) {}
            #expect(FileManager.default.fileExists(atPath: path))
        }
    }
}
