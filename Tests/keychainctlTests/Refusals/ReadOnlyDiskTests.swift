import Foundation
import KeychainLibC
import Testing

/// Mounts of tests.
enum MountTrial {
    /// Whether a part of the file system can be mounted again in a name space of its own.
    static let isPossible: Bool = {
        guard geteuid() == 0 else { return false }
        let trial = Process()
        trial.executableURL = URL(filePath: "/usr/bin/unshare")
        trial.arguments = ["--mount", "true"]
        trial.standardError = FileHandle.nullDevice
        guard (try? trial.run()) != nil else { return false }
        trial.waitUntilExit()
        return trial.terminationStatus == 0
    }()
}

/// Commands in a home on a disk that is read-only, mounted for this.
@Suite(.enabled(if: MountTrial.isPossible, "only root may mount file systems"))
struct ReadOnlyDiskTests {
    /// Runs a line on a read-only disk that has one keychain without a passcode, and one with.
    private func run(_ tool: Tool, _ line: String) throws -> (status: Int32, text: String) {
        let outcome = try tool.runInShell(
            """
            k() { '\(tool.installedPath)' "$@"; }
            exec 2>&1
            [ -e data ] || {
                printf s3cret | k set --service api
                k create work && printf 'two words here\\n' | k passcode set --keychain work
            } >/dev/null || exit 99
            find data -type f -exec sha256sum {} + | sort >/tmp/before-$$
            export K='\(tool.installedPath)'
            unshare --mount --propagation private sh -c '
                mount --bind . . && mount -o remount,bind,ro . || exit 98
                cd "$PWD"
                k() { "$K" "$@"; }
                \(line)
            '
            s=$?
            find data -type f -exec sha256sum {} + | sort | cmp - /tmp/before-$$ || s=97
            rm /tmp/before-$$
            exit $s
            """
        )
        return (outcome.status, outcome.text)
    }

    @Test(
        arguments: [
            ("k get api", 0, "s3cret"), ("k list", 0, "api"), ("k status", 0, "unlocked"),
            ("k verify", 0, "1 item"), ("k run --env A=api -- sh -c \"echo \\$A\"", 0, "s3cret"),
            ("echo two words here | k unlock --keychain work && echo opened", 0, "opened"),
            ("k doctor", 78, "is on a disk that is read-only now"),
            (
                "echo two words | k backup /dev/shm/b-$$ && rm /dev/shm/b-$$ && echo saved", 0,
                "saved"
            ),
            ("printf x | k set --service api", 52, "its disk is read-only; make the disk writable"),
            ("printf x | k set --service new", 52, "disk"), ("k delete --service api", 52, "disk"),
            ("k rename api b", 52, "disk"), ("k edit api --label x", 52, "disk"),
            ("k create new", 52, "Read-only file system"),
            ("k remove-keychain default --yes", 52, "file system"),
            ("printf \"a b c d\\n\" | k passcode set", 52, "disk"),
            (
                "k recovery create --unconfirmed --sheet /dev/shm/s-$$; s=$?; ls /dev/shm/s-$$; exit $s",
                52, "No such file"
            ), ("k rotate --yes", 52, "disk"),
            ("k default work", 52, "whether its disk can be written"),
            ("k sync setup /nowhere --unconfirmed", 52, "Read-only file system"),
        ] as [(String, Int32, String)]
    )
    func readsAndChangesNothing(_ line: String, _ status: Int32, _ said: String) throws {
        try Tool.inFolder { tool in
            let outcome = try run(tool, line)
            #expect(outcome.status == status, "\(line): \(outcome.text)")
            #expect(outcome.text.contains(said), "\(line): \(outcome.text)")
        }
    }
}
