import Foundation
import KeychainSync
import KeychainSyncGit
import SyncSimulation
import Synchronization
import Testing

/// A repository behind OpenSSH's client and server, which know nothing but the keys of a test.
@Suite(.enabled(if: OpenSSHServer.isInstalled, "OpenSSH is not installed; see install-needs.sh"))
struct GitOverSSHTests {
    @Test(arguments: EngineCheck.all) func holds(_ check: EngineCheck) async throws {
        let server = try OpenSSHServer()
        let engines = Mutex<[GitEngine]>([])
        do {
            let violations = try await check.violations {
                let engine = try server.engine()
                engines.withLock { $0.append(engine) }
                return engine
            }
            #expect(violations == [])
        } catch {
            for engine in engines.withLock(\.self) {
                if let problem = await engine.problem { Issue.record("\(error): \(problem.text)") }
            }
            throw error
        }
    }

    @Test(arguments: OpenSSHServer.Choice.allCases)
    func usesTheUsersOwn(_ choice: OpenSSHServer.Choice) async throws {
        let server = try OpenSSHServer()
        defer { withExtendedLifetime(server) {} }
        let engine = try server.engine(choice)
        let start = try await engine.snapshot()
        #expect(await engine.commit([VaultFileChange("head", [1, 2])], onto: start) == .committed)
        let snapshot = try await engine.snapshot()
        #expect(try await engine.read(["head"], of: snapshot) == ["head": [1, 2]])
    }

    /// Nobody is asked: what a person has to do is said.
    @Test(arguments: [
        ("cp stranger user", "Permission denied"), (": >known", "Host key verification failed"),
        ("echo 'ProxyCommand false' >client", "git fetch failed"),
        ("rm -r vault.git", "does not appear to be a git repository"),
    ])
    func whatAPersonMustDoIsSaid(_ script: String, _ text: String) async throws {
        let server = try OpenSSHServer()
        let engine = try server.engine()
        #expect(try await engine.snapshot() == VaultSnapshot(""))
        try server.fixture.shell("cd '\(server.fixture.folder)' && \(script)")
        await #expect(throws: EngineFailure.unavailable) { try await engine.snapshot() }
        let said = await engine.problem?.text ?? ""
        #expect(said.contains(text), "\(said)")
    }
}
