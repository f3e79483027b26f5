import Foundation
import KeychainSync
import KeychainSyncGit
import SyncSimulation
import Synchronization
import TestRounds
import Testing

/// A repository behind OpenSSH's client and server, which know only the keys of a test.
@Suite(
    .thorough,
    .enabled(if: OpenSSHServer.isInstalled, "OpenSSH is not installed; see install-needs.sh")
)
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

    /// ssh asks no question: the error says what the user has to do.
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

    /// The address that a user writes, with `R` for a path from the user's home to the repository.
    ///
    /// No server listens on a port: OpenSSH's client only receives its number.
    @Test(arguments: [
        "H:P", "U@H:P", "H:R", "H:~/R", "ssh://U@H/P", "ssh://U@H:2222/P", "ssh://H:2222/~/R",
        "ssh://[H]:2222/P",
    ])
    func formsOfAddresses(_ form: String) async throws {
        let server = try OpenSSHServer()
        try server.fixture.shell(
            "echo 'HostKeyAlias vault.example' >>'\(server.fixture.folder)/client'"
        )
        let change = [VaultFileChange("head", [1])]
        let first = try server.engine()
        #expect(await first.commit(change, onto: VaultSnapshot("")) == .committed)
        let path = server.fixture.repository.drop { $0 == "/" }
        let parts: [Character: String] = [
            "H": "vault.example", "U": NSUserName(),
            "P": form.hasPrefix("ssh") ? "\(path)" : "/\(path)",
            "R": String(repeating: "../", count: 10) + path,
        ]
        let address = form.map { parts[$0] ?? String($0) }.joined()
        let engine = try server.engine(address)
        let state = try? await engine.snapshot()
        let problem = await engine.problem?.text ?? ""
        #expect(state?.name == (try server.fixture.shell("git rev-parse main")), "\(problem)")
    }
}
