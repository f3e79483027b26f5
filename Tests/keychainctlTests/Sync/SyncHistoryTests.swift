import Foundation
import TestRounds
import Testing

/// The values that a synchronized item had, and the machines that wrote them.
@Suite(.thorough, .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/git")))
struct SyncHistoryTests {
    private static let start = """
        set -e; umask 077; remote="$PWD/remote.git"; git init --quiet --bare "$remote"
        k() { "$TOOL" "$@"; }
        now() { for name in "$@"; do k sync now --keychain $name; done; }
        put() { sleep 0.1; printf '%s\\n' "$2" | k set --service api --account ci --synchronizable \
            --keychain $1; }
        names() { k sync history api/ci --keychain $1 | cut -f 1-3,6,7; }
        add() {
            k create $1; k sync invite $2 --keychain one >code
            k sync join "$remote" --name $1 --code-file code --keychain $1
            now one $1
        }
        k create one
        k sync setup "$remote" --unconfirmed --name one --keychain one >/dev/null
        put one first

        """

    private func run(_ tool: Tool, _ script: String) throws -> String {
        let outcome = try tool.runInShell("{ " + Self.start + script + "\n} 2>&1")
        #expect(outcome.status == 0, "\(outcome.text)")
        return outcome.text.components(separatedBy: "---\n").last ?? ""
    }

    @Test func namesTheMachineOfEachValue() throws {
        try Tool.inFolder { tool in
            let said = try run(
                tool,
                """
                add two; put two second; now two one; put one third; now one two
                put one fourth; put one fifth; now one two; put two sixth; now two one
                echo ---
                names one; echo; names two; echo
                k sync history api/ci --show 4 --keychain one; echo
                k sync history api/ci --show 0 --keychain one
                """
            )
            // The second machine never had the fourth value.
            #expect(
                said == """
                    0\ttwo\t\t\t
                    1\tone\tthis\tchanged\tsecret
                    2\tone\tthis\tchanged\tsecret
                    3\tone\tthis\tchanged\tsecret
                    4\ttwo\t\tchanged\tsecret
                    5\tone\tthis\tchanged\tsecret

                    0\ttwo\tthis\t\t
                    1\tone\t\tchanged\tsecret
                    2\tone\t\tchanged\tsecret
                    3\ttwo\tthis\tchanged\tsecret
                    4\tone\t\tchanged\tsecret

                    second
                    sixth
                    """
            )
        }
    }

    /// A value of another machine comes back as an edit of this one, and is sent.
    @Test func bringsAValueBack() throws {
        try Tool.inFolder { tool in
            let said = try run(
                tool,
                """
                add two; put two second; now two one; put one third; now one two
                echo ---
                k sync history api/ci --restore 1 --keychain one
                k sync edits --keychain one; now one two
                k get api/ci --keychain two; echo; names two
                sleep 0.1; k delete api/ci --keychain two; now two one; names one | head -n 1
                k sync history api/ci --restore 1 --keychain one; now one two
                k get api/ci --keychain two
                """
            )
            #expect(said.contains("api/ci is again what it was.\nThe other machines get it with"))
            #expect(said.contains("run 'keychainctl sync now --keychain one'.\n1\tchanged\tapi/ci"))
            #expect(said.contains("\nsecond\n0\tone\t\t\t\n1\tone\t\tchanged\tsecret\n"), "\(said)")
            #expect(said.contains("\n1\tone\tthis\tdeleted\t\n"), "\(said)")
            #expect(said.hasSuffix("\nsecond"), "\(said)")
        }
    }

    /// 'undo' takes back a decision about synchronized items, and reaches no further.
    @Test func undoesWhatWasDecidedHere() throws {
        try Tool.inFolder { tool in
            let said = try run(
                tool,
                """
                printf 'x\\n' | k set --service gone --synchronizable --keychain one
                add two; put one from-one; put two from-two; now one two one
                k delete gone --keychain one; now one two
                echo ---
                k sync conflicts --restore 1 --keychain one
                k get api/ci --keychain one; echo
                k undo --keychain one
                k get api/ci --keychain one; echo
                now one two
                k get gone --keychain two || echo "gone $?"
                k sync conflicts --dismiss 1 --keychain one
                k undo --keychain one || echo "undo $?"
                k get gone --keychain one || echo "gone $?"
                put one edited
                k sync edits --revert 1 --yes --keychain one
                k get api/ci --keychain one; echo
                k undo --keychain one
                k get api/ci --keychain one
                """
            )
            let taken = #/from-one\napi/ci is again what it was before 20[-0-9T:]*Z\.\nfrom-two\n/#
            #expect(said.contains(taken), "\(said)")
            #expect(said.components(separatedBy: "gone 44\n").count == 3, "\(said)")
            #expect(said.contains("overwritten value alone, and cannot be taken back"), "\(said)")
            #expect(said.contains("undo 53\n"), "\(said)")
            #expect(said.contains("machines again.\nfrom-two\napi/ci is again"), "\(said)")
            #expect(said.hasSuffix("Z.\nedited"), "\(said)")
        }
    }

    /// The name of a machine that was removed stays; a reader brings nothing back.
    @Test func knowsRemovedMachinesAndRefusesReaders() throws {
        try Tool.inFolder { tool in
            let said = try run(
                tool,
                """
                add two; put two second; now two one; put one third; now one
                k sync remove two --keychain one; add three "--role reader"
                put one fourth; now one three
                echo ---
                names one; set +e
                k sync history api/ci --restore 1 --keychain three; echo "reader $?"
                k sync history nobody --keychain one; echo "nobody $?"
                k sync history api/ci --show 9 --keychain one; echo "number $?"
                k sync history api/ci --no-synchronizable --keychain one; echo "local $?"
                printf 'x\\n' | k set --service here --keychain one
                k sync history here --keychain one; echo "here $?"; k get api/ci --keychain three
                true
                """
            )
            #expect(
                said.contains("1\tone\tthis\tchanged\tsecret\n2\ttwo\t\tchanged\tsecret\n3\tone")
            )
            for line in ["reader 77", "nobody 44", "number 64", "local 64", "here 44"] {
                #expect(said.contains(line + "\n"), "\(line): \(said)")
            }
            #expect(said.hasSuffix("fourth"))
        }
    }

    /// The list of authors begins with the synchronization.
    @Test func saysNothingAboutValuesFromBefore() throws {
        try Tool.inFolder { tool in
            let said = try run(
                tool,
                """
                put one second; now one; k sync leave --keychain one
                git init --quiet --bare other.git
                k sync setup "$PWD/other.git" --unconfirmed --name one --keychain one >/dev/null
                put one third
                echo ---
                names one
                """
            )
            #expect(said.hasPrefix("0\tone\tthis\t\t\n1\tone\tthis\t"))
            #expect(said.hasSuffix("\n2\t\t\tchanged\tsecret\n"), "\(said)")
        }
    }
}
