import Foundation
import PortableKeychain
import Testing

@testable import keychainctl

@Suite struct ClipboardTests {
    static let desktops: [([String], [String], String?)] = [
        (["WAYLAND_DISPLAY", "DISPLAY"], ["wl-copy", "xclip"], "wl-copy"),
        (["WAYLAND_DISPLAY", "DISPLAY"], ["xclip", "xsel"], "xclip"),
        (["DISPLAY"], ["wl-copy", "xsel"], "xsel"),
        // Over ssh.
        ([], ["wl-copy", "xclip", "xsel"], nil),
        (["DISPLAY"], [], nil),
        (["TMUX"], ["tmux", "xclip"], "tmux"), (["TMUX", "DISPLAY"], ["tmux", "xclip"], "xclip"),
    ]

    @Test(arguments: desktops)
    func chooses(_ variables: [String], _ programs: [String], _ expected: String?) {
        let clipboard = Clipboard.choose(
            { variables.contains($0) ? ":0" : nil },
            { programs.contains($0) }
        )
        #expect(clipboard.commands?.clearing.first == expected)
    }

    @Test func takesNoEmptyVariable() {
        #expect(Clipboard.choose({ _ in "" }, { _ in true }).commands == nil)
    }

    /// The test vectors of RFC 4648 §10.
    @Test(arguments: [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
        ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
    ])
    func writesSequences(_ text: String, _ digits: String) {
        #expect(Clipboard.sequence(text.utf8) == Array("\u{1B}]52;c;\(digits)\u{7}".utf8))
    }

    /// More than fits between two processes.
    private static let large = [UInt8](repeating: 0x61, count: 1 << 21)

    @Test(
        arguments: [
            ("cat > /dev/null", .done), ("cat > /dev/null; exit 3", .failed), ("exit 0", .failed),
            ("exec sleep 60", .silent), ("cat > /dev/null; exec sleep 60", .silent),
            ("trap '' TERM; while :; do sleep 0.1; done", .silent), ("kill -STOP $$", .silent),
        ] as [(String, ClipboardProgram.Outcome)]
    )
    func waitsForALimitedTime(_ line: String, _ outcome: ClipboardProgram.Outcome) {
        let found = Self.large.withUnsafeBytes { ClipboardProgram.run(["sh", "-c", line], $0) }
        #expect(found == outcome)
    }

    /// A program can take the secret and fail, or seem to: nothing of it stays.
    @Test(
        arguments: [
            ("cat > clip", "rm clip", .done, true),
            ("cat > clip; exit 1", "rm clip", .failed, false),
            ("cat > clip; exec sleep 60", "rm clip", .silent, false),
            ("cat > clip; exit 1", "exit 1", .uncertain(isSilent: false), true),
            ("cat > clip; exec sleep 60", "exit 1", .uncertain(isSilent: true), true),
            ("exit 1", "rm clip", .failed, false),
        ] as [(String, String, ClipboardProgram.Outcome, Bool)]
    )
    func leavesNothingOfACopyThatFails(
        _ copying: String,
        _ clearing: String,
        _ outcome: ClipboardProgram.Outcome,
        _ stays: Bool
    ) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        func words(_ line: String) -> [String] { ["sh", "-c", "cd '\(folder.path)'; \(line)"] }
        let commands = Clipboard.Commands(
            copying: [words(copying)],
            reading: words("cat clip"),
            clearing: words(clearing)
        )
        let found = Clipboard(commands: commands).copy(SecretBytes(utf8: "s3cret")) { _ in false }
        #expect(found == outcome)
        let clip = folder.appending(path: "clip").path
        #expect(FileManager.default.fileExists(atPath: clip) == stays)
    }

    @Test(
        arguments: [
            ("printf s3cret", true), ("printf s3cret; printf s", false), ("printf other", false),
            ("exit 1", false), ("yes s3cret", false), ("exec sleep 60", nil),
            ("printf s3cret; exec sleep 60", nil), ("exec >&-; exec sleep 60", false),
            // A program that dies has not said that there is something else.
            ("kill -9 $$", nil), ("printf s3; kill -9 $$", nil),
            ("printf s3cret; kill -9 $$", true),
        ] as [(String, Bool?)]
    )
    func readsForALimitedTime(_ line: String, _ isSecret: Bool?) {
        let secret = SecretBytes(utf8: "s3cret")
        #expect(ClipboardProgram.prints(secret, ["sh", "-c", line]) == isSecret)
    }
}
