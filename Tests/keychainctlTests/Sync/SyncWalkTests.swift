import Foundation
import TestRounds
import Testing

/// No command that users may type while synchronization is in trouble loses anything, over real git
/// repositories: pairs of commands from each state, on two machines.
///
/// Afterwards each machine has its values, the recovery key lets a new machine in if it did before,
/// and `sync leave` and `sync setup` lead back. `make lost-states` tries 100 pairs of each state.
@Suite(.thorough, .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/git")))
struct SyncWalkTests {
    /// The commands that produce each state.
    private static let states = [
        "removed": "k sync remove second --keychain one",
        "rolled back": "older",
        "all admins stopped": "older; now one two",
        "gone": "rm -r \"$remote\"",
        "empty": "rm -r \"$remote\"; git init --quiet --bare \"$remote\"",
        "foreign": """
        rm -r "$remote"; git init --quiet --bare "$remote"; k create other
        k sync setup "$remote" --unconfirmed --keychain other
        """,
        "without the file of an item": """
        git clone --quiet -b main "$remote" work && cd work
        git rm --quiet -r items && git commit --quiet -m x && git push --quiet; cd .. && rm -r work
        """,
    ]

    /// The typed commands; `$n` is the keychain.
    private static let commands = [
        "now $n", "k sync status --keychain $n", "k sync doctor --keychain $n",
        "k sync accept-older --yes --keychain $n", "k sync repair --keychain $n",
        "k sync leave --yes --keychain $n", "k sync invite --keychain $n >code",
        "k sync setup \"$remote\" --unconfirmed --keychain $n >papers/setup$i",
        "k sync join \"$remote\" --name third --keychain $n <code",
        "k recover --keychain $n <papers/first",
        "k sync recover \"$remote\" --keychain $n <papers/first",
        "k sync rotate --keychain $n", "k sync remove second --keychain $n",
        "k sync remove first --keychain $n",
        "k sync recovery create --unconfirmed --keychain $n >papers/new$i",
        "put $n b", "k sync pause --keychain $n", "k sync resume --keychain $n",
        "k sync conflicts --restore 1 --keychain $n", "k sync edits --revert 1 --yes --keychain $n",
        "k sync history api/ci --restore 1 --keychain $n",
    ]

    private static let functions = """
        umask 077
        remote="$PWD/remote.git"
        export GIT_AUTHOR_NAME=x GIT_AUTHOR_EMAIL=x GIT_COMMITTER_NAME=x GIT_COMMITTER_EMAIL=x
        k() { timeout 60 "$TOOL" "$@"; }
        now() { for name in "$@"; do k sync now --keychain $name; done; }
        put() { echo $2 | k set --service more --account $2 --synchronizable --keychain $1; }
        older() { cp -r "$remote" old; put one a; now one two; rm -r "$remote"; mv old "$remote"; }
        begin() {
            git init --quiet --bare "$remote" && mkdir papers
            for name in one two; do
                k create $name; echo mine | k set --service mine --account x --keychain $name
            done
            k sync setup "$remote" --unconfirmed --name first --keychain one >papers/first
            echo 1 | k set --service api --account ci --synchronizable --keychain one
            k sync invite --keychain one >code
            k sync join "$remote" --name second --keychain two <code
            now one two one
        }
        clear() {
            k remove-keychain --yes --keychain default
            rm -rf fresh
        }
        holds() {
            [ "$(k get api/ci --keychain $1)" = 1 ] && [ "$(k get mine/x --keychain $1)" = mine ]
        }
        recovers() (
            XDG_DATA_HOME="$PWD/fresh"; export XDG_DATA_HOME
            for paper in papers/*; do
                k recover "$remote" <$paper && found=$(k get api/ci) || found=
                clear
                [ "$found" = 1 ] && return 0
            done
            return 1
        )
        leads_back() {
            for name in one two; do k sync leave --yes --keychain $name; done
            git init --quiet --bare again.git
            k sync setup "$PWD/again.git" --unconfirmed --keychain one >key || return 1
            k sync invite --keychain one >code
            k sync join "$PWD/again.git" --keychain two <code
            echo z | k set --service z --account z --synchronizable --keychain one
            now one two one two
            [ "$(k get z/z --keychain two)" = z ]
        }
        check() {
            for name in one two; do holds $name || echo "LOST: the values of $name" >&3; done
            [ $had = no ] || recovers || echo "LOST: the recovery key" >&3
            leads_back || echo "LOST: the way back" >&3
        }
        again() {
            rm -rf data remote.git again.git papers code key old
            tar xf start.tar
        }
        exec 3>&1 1>log 2>&1 </dev/null

        """

    /// Some of the pairs of commands, the same in every run.
    private static var pairs: [[String]] {
        let all = commands.flatMap { command in
            ["one", "two"].map { command.replacing("$n", with: $0) }
        }
        let count = TestRounds.triesAllSequences ? 100 : TestRounds.amount(1, quick: 1)
        // A prime number, which leads to all pairs.
        return (1...count).map { round in
            let number = round * 1009 % (all.count * all.count)
            return [all[number / all.count], all[number % all.count]]
        }
    }

    /// Types sequences of commands, each from the same state; the lines of its report.
    private func report(_ state: String, _ sequences: [[String]]) throws -> String {
        let begin = try #require(Self.states[state])
        var text = ""
        try Tool.inFolder { tool in
            let walks = sequences.enumerated().map { number, sequence in
                """
                i=\(number); echo "--- \(number)" >&3
                \(sequence.map { "\($0); echo '\($0)' \"[$?]\" >&3" }.joined(separator: "\n"))
                check; again

                """
            }
            text = try tool.runInShell(
                Self.functions + """
                    begin; \(begin)
                    tar cf start.tar data papers code $(ls -d remote.git)
                    had=no; recovers && had=yes
                    holds one && holds two && echo "had $had" >&3

                    """ + walks.joined() + "echo end >&3\n"
            ).text
        }
        return text
    }

    @Test(arguments: TestRounds.sample(of: states.keys.sorted(), every: 4))
    func takesNothing(_ state: String) throws {
        let text = try report(state, Self.pairs)
        let had = ["removed", "rolled back", "all admins stopped"].contains(state)
        #expect(text.hasPrefix("had \(had ? "yes" : "no")\n"), "\(text)")
        #expect(!text.contains("LOST") && text.hasSuffix("end\n"), "\(text)")
    }

    /// A command that loses something is noticed: a value, the recovery key, and the way back.
    @Test(
        arguments: TestRounds.sample(
            of: [
                (
                    "k delete --yes --service mine --account x --keychain two",
                    "LOST: the values of two"
                ),
                ("rm papers/first", "LOST: the recovery key"),
                ("echo >again.git", "LOST: the way back"),
            ],
            every: 2
        )
    )
    func noticesLosses(_ command: String, _ loss: String) throws {
        #expect(try report("removed", [[command]]).contains(loss))
    }
}
