import Foundation
import Testing

/// A program that confines another one to some folders (landlock(7)).
enum Confinement {
    static let script = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Integrations/confined.py").path

    /// Whether a program can be confined here.
    static let isPossible: Bool = {
        let trial = Process()
        trial.executableURL = URL(filePath: "/usr/bin/env")
        trial.arguments = ["python3", "-B", script, "--write", "/tmp", "--", "true"]
        trial.standardError = FileHandle.nullDevice
        guard (try? trial.run()) != nil else { return false }
        trial.waitUntilExit()
        return trial.terminationStatus == 0
    }()
}

/// Programs that the kernel confines to some folders, as Landlock does without a word in any file's
/// permissions.
@Suite(.enabled(if: Confinement.isPossible, "needs Landlock in the kernel, and python3"))
struct ConfinedTests {
    /// The rights of the program in the keychain's folder.
    enum Freedom: String {
        case reading, writing, nothing
    }

    @Test(
        arguments: [
            (.writing, "k get api", 0, "s3cret"),
            (.writing, "printf n3w | k set --service two && k get two", 0, "n3w"),
            (.writing, "k doctor", 0, "the folder can be written"),
            (.reading, "k get api", 0, "s3cret"), (.reading, "k list", 0, "api"),
            (.reading, "printf x | k set --service api", 52, "what confines the program"),
            (.reading, "k doctor", 78, "cannot be written; items can be read and not changed"),
            (.nothing, "k get api", 52, "may not open"),
            (.nothing, "printf x | k set --service api", 52, "what confines the program"),
            (.nothing, "k doctor", 78, "this program may not read the file"),
        ] as [(Freedom, String, Int32, String)]
    )
    func saysWhatItMayNot(
        _ freedom: Freedom,
        _ line: String,
        _ status: Int32,
        _ text: String
    ) throws {
        try Tool.inFolder { tool in
            let programs = URL(filePath: tool.installedPath).deletingLastPathComponent().path
            let place = "\(tool.folder)/data/portable-keychain"
            let outcome = try tool.runInShell(
                """
                printf s3cret | '\(tool.installedPath)' set --service api || exit 99
                confined() { python3 -B '\(Confinement.script)' --write /dev "$@"; }
                readable() {
                    for name in /*; do
                        case $name in /tmp|/root|/home|/var) ;; *) printf ' --read %s' "$name" ;; esac
                    done
                }
                case \(freedom) in
                writing) k() { confined --write '\(place)' -- '\(tool.installedPath)' "$@"; } ;;
                reading) k() { confined -- '\(tool.installedPath)' "$@"; } ;;
                nothing)
                    k() { confined $(readable) --read '\(programs)' -- '\(tool.installedPath)' "$@"; }
                    ;;
                esac
                exec 2>&1
                \(line)
                """
            )
            #expect(outcome.status == status, "\(outcome.text)")
            #expect(outcome.text.contains(text), "\(outcome.text)")
            #expect(try tool.run(["get", "api"]).text == "s3cret")
        }
    }
}
