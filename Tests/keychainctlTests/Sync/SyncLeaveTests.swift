import Foundation
import KeychainSync
import Testing

@testable import keychainctl

/// The question of `sync leave`.
@Suite struct SyncLeaveTests {
    private static func device(_ role: SyncRole, isOwn: Bool = false) -> VaultDevice {
        VaultDevice(id: "0123", name: "x", role: role, isOwn: isOwn, seen: nil)
    }

    private static func loss(
        _ role: SyncRole,
        _ others: [SyncRole],
        _ change: (inout VaultStatus) -> Void = { _ in }
    ) -> String? {
        var status = VaultStatus(remote: "r", isPaused: false, isWaiting: false)
        status.role = role
        status.devices = [device(role, isOwn: true)] + others.map { device($0) }
        change(&status)
        return SyncLeaveCommand.loss(status)
    }

    @Test func namesTheOnlyAdmin() {
        #expect(Self.loss(.admin, [.writer, .recovery])?.contains("only the recovery key") == true)
        #expect(Self.loss(.admin, [.writer])?.contains("nothing lets other machines in") == true)
        #expect(Self.loss(.admin, [.admin, .writer]) == nil)
        #expect(Self.loss(.admin, [.recovery]) == nil)
        #expect(Self.loss(.writer, [.admin]) == nil)
        // Advice of other commands leads here.
        #expect(Self.loss(.admin, [.writer]) { $0.alarm = .wentBack } == nil)
    }

    @Test func namesEditsThatWait() {
        let waits = Self.loss(.writer, [.admin]) { $0.unsent = 2 }
        #expect(waits == "The edits of 2 items were not sent, and stay on this machine.")
        // They would never be sent.
        #expect(Self.loss(.reader, [.admin]) { $0.unsent = 2 } == nil)
        #expect(Self.loss(.admin, [.recovery]) { $0.unsent = 2 } == nil)
    }

    /// The advice for the machines that stay leads to an admin again.
    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/git")))
    func asksTheLastAdmin() throws {
        try Tool.inFolder { tool in
            let outcome = try tool.runInShell(
                """
                exec 2>&1; umask 077
                k() { "$TOOL" "$@"; }
                git init --quiet --bare remote.git; k create one; k create two
                k sync setup "$PWD/remote.git" --unconfirmed --name first --keychain one >paper
                printf 1 | k set --service api --synchronizable --keychain one
                k sync invite --role writer --keychain one >code
                k sync join "$PWD/remote.git" --name second --keychain two <code
                k sync now --keychain one; k sync now --keychain two
                echo ---
                k sync leave --keychain one; echo "asked $?"
                k sync leave --yes --keychain one; echo "left $?"
                k sync remove first --keychain two; echo "no admin $?"
                k sync recover "$PWD/remote.git" --keychain two <paper; echo "recovered $?"
                k sync remove first --keychain two; echo "removed $?"
                """
            )
            let said = try #require(outcome.text.components(separatedBy: "---\n").last)
            for line in ["asked 64", "left 0", "no admin 77", "recovered 0", "removed 0"] {
                #expect(said.contains(line + "\n"), "\(line): \(said)")
            }
            #expect(said.contains("This machine is the only admin") && said.contains("use --yes"))
            #expect(said.contains("'keychainctl sync recover REMOTE"), "\(said)")
        }
    }

    /// A machine that leaves before it was let in can join with its code again.
    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/git")))
    func takesTheRequestBack() throws {
        try Tool.inFolder { tool in
            let outcome = try tool.runInShell(
                """
                exec 2>&1; umask 077
                k() { "$TOOL" "$@"; }
                r="$PWD/remote.git"; git init --quiet --bare remote.git
                k create one; k create two; k create three
                k sync setup "$r" --unconfirmed --name first --keychain one >paper
                k sync invite --keychain one >code
                k sync join "$r" --name second --keychain two <code
                echo ---
                k sync leave --keychain two; echo "left $?"
                k sync join "$r" --name again --keychain two <code; echo "joined $?"
                k sync now --keychain one; k sync now --keychain two; echo "let in $?"
                k sync invite --keychain one >code
                k sync join "$r" --name third --keychain three <code
                mv "$r" away; k sync leave --keychain three; echo "alone $?"
                """
            )
            let said = try #require(outcome.text.components(separatedBy: "---\n").last)
            for line in ["left 0", "joined 0", "let in 0", "alone 0"] {
                #expect(said.contains(line + "\n"), "\(line): \(said)")
            }
            #expect(said.contains("the code can still be used.\nleft 0"), "\(said)")
            #expect(said.contains("again") && !said.contains("second is a member"), "\(said)")
            #expect(said.contains("join with a new code.\nalone 0"), "\(said)")
        }
    }
}
