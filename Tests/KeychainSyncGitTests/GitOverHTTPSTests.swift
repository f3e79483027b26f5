import Foundation
import KeychainSync
import KeychainSyncGit
import SyncSimulation
import TestRounds
import Testing

/// A repository behind https, as hosting services have it.
@Suite(
    .thorough,
    .enabled(if: HTTPSServer.isInstalled, "python3, openssl or git-http-backend is missing")
)
struct GitOverHTTPSTests {
    @Test(arguments: EngineCheck.all) func holds(_ check: EngineCheck) async throws {
        let server = try HTTPSServer()
        #expect(try await check.violations { try server.engine() } == [])
    }

    /// The faults of the server or the settings, and the messages for the user.
    @Test(arguments: [
        ("/vault.git", "echo me:other >password.user", "Authentication failed"),
        (
            "/vault.git", "git config --file home/.gitconfig --unset credential.helper",
            "git has no password for the server"
        ),
        (
            "/vault.git", "git config --file home/.gitconfig http.sslCAInfo $PWD/stranger.pem",
            "certificate verification failed"
        ),
        (
            "/vault.git", "git config --file home/.gitconfig http.proxy http://127.0.0.1:1",
            "127.0.0.1 port 1"
        ),
        ("/nothing.git", ":", "not found"), ("/fails/vault.git", ":", "error: 500"),
        ("/unprotected/vault.git", ":", #"Protocol "http""#),
        ("/circle/vault.git", ":", "redirects"),
        ("/nonsense/vault.git", ":", "git fetch failed"),
        ("/silent/vault.git", ":", "was not done after 2 s"),
        // The page on which a network wants a login is not a repository without a vault, which a
        // device that has seen one would take for an attack.
        ("/page/vault.git", ":", "no git repository"),
    ])
    func whatIsWrongIsSaid(_ path: String, _ script: String, _ text: String) async throws {
        let server = try HTTPSServer()
        let change = [VaultFileChange("head", [1])]
        #expect(await (try server.engine()).commit(change, onto: VaultSnapshot("")) == .committed)
        try server.fixture.shell("cd '\(server.fixture.folder)' && \(script)")
        var limits = GitLimits()
        if path.hasPrefix("/silent") { limits.remoteSeconds = 2 }
        let engine = try server.engine(path, limits: limits)
        await #expect(throws: EngineFailure.unavailable) { try await engine.snapshot() }
        let said = await engine.problem?.text ?? ""
        #expect(said.contains(text) && !said.contains("secret"), "\(said)")
    }

    /// git stores no more than a limit of memory, however much a server sends.
    @Test func aListWithoutAnEndEnds() async throws {
        let server = try HTTPSServer()
        var limits = GitLimits()
        limits.memory = 256 << 20
        let engine = try server.engine("/endless/vault.git", limits: limits)
        await #expect(throws: EngineFailure.unavailable) { try await engine.snapshot() }
        #expect(await engine.problem?.text.isEmpty == false)
    }

    /// A repository that has moved, and one that the user's settings find elsewhere.
    @Test func anotherAddressLeadsToTheSameRepository() async throws {
        let server = try HTTPSServer()
        let change = [VaultFileChange("head", [1])]
        #expect(await (try server.engine()).commit(change, onto: VaultSnapshot("")) == .committed)
        try server.fixture.shell(
            "git config --file '\(server.fixture.folder)/home/.gitconfig' "
                + "'url.\(server.address)/.insteadOf' https://vault.example/"
        )
        for remote in [server.address + "/moved", "https://vault.example"] {
            let engine = try server.fixture.engine(remote: remote + "/vault.git")
            let state = try await engine.snapshot()
            #expect(try await engine.read(["head"], of: state) == ["head": [1]])
        }
    }
}
