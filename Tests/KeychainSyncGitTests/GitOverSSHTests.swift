import Foundation
import KeychainSync
import KeychainSyncGit
import SyncSimulation
import Testing

/// A repository behind OpenSSH's client and server, which know nothing but the keys of a test.
@Suite(.enabled(if: GitOverSSHTests.hasServer, "OpenSSH is not installed; see install-needs.sh"))
struct GitOverSSHTests {
    static let hasServer = ["/usr/bin/ssh", "/usr/bin/ssh-keygen", "/usr/sbin/sshd"].allSatisfy {
        access($0, X_OK) == 0
    }

    /// Both sides of OpenSSH in the folder of a fixture. The client starts the server itself
    /// (`sshd -i`), so there is no port, and nothing that runs on.
    struct Server {
        let fixture = try GitFixture()
        var remote: String { "ssh://vault.example\(fixture.repository)" }

        init() throws {
            // A server of the root user wants this folder, which the system makes when it boots.
            if geteuid() == 0 { mkdir("/run/sshd", 0o755) }
            let folder = fixture.folder
            try fixture.shell(
                """
                cd '\(folder)'
                for key in host user stranger; do ssh-keygen -q -t ed25519 -N '' -f $key; done
                cp user.pub authorized
                echo "vault.example $(cut -d' ' -f1,2 host.pub)" >known
                cat >server <<END
                HostKey \(folder)/host
                AuthorizedKeysFile \(folder)/authorized
                AuthenticationMethods publickey
                PermitRootLogin yes
                StrictModes no
                UsePAM no
                PidFile none
                END
                cat >client <<END
                IdentityFile \(folder)/user
                IdentitiesOnly yes
                UserKnownHostsFile \(folder)/known
                GlobalKnownHostsFile none
                StrictHostKeyChecking yes
                ProxyCommand /usr/sbin/sshd -i -f \(folder)/server
                LogLevel ERROR
                END
                """
            )
        }

        func engine() throws -> GitEngine {
            try fixture.engine(remote: remote, ssh: "ssh -F '\(fixture.folder)/client'")
        }
    }

    @Test(arguments: EngineCheck.all) func holds(_ check: EngineCheck) async throws {
        let server = try Server()
        #expect(try await check.violations { try server.engine() } == [])
    }

    /// Nobody is asked: what a person has to do is said.
    @Test(arguments: [
        ("cp stranger user", "Permission denied"), (": >known", "Host key verification failed"),
        ("echo 'ProxyCommand false' >client", "git fetch failed"),
        ("rm -r vault.git", "does not appear to be a git repository"),
    ])
    func whatAPersonMustDoIsSaid(_ script: String, _ text: String) async throws {
        let server = try Server()
        let engine = try server.engine()
        #expect(try await engine.snapshot() == VaultSnapshot(""))
        try server.fixture.shell("cd '\(server.fixture.folder)' && \(script)")
        await #expect(throws: EngineFailure.unavailable) { try await engine.snapshot() }
        let said = await engine.problem?.text ?? ""
        #expect(said.contains(text), "\(said)")
    }
}
