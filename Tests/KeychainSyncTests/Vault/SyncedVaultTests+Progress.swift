import SyncSimulation
import Synchronization
import Testing

@testable import KeychainSync

/// The progress that is reported during a round.
extension SyncedVaultTests {
    /// The first round makes more than one commit, and reports its progress.
    @Test func tellsHowFarItIs() async throws {
        let first = try await first()
        let second = try device(2)
        for number in 0..<130 { first.write("a\(number)", "1") }
        let told = Mutex<[ObservedEngine.Traffic]>([])
        let observed = { (view: VaultView) in
            ObservedEngine(view) { traffic in told.withLock { $0.append(traffic) } }
        }
        _ = try await first.vault.round(on: observed(first.view))
        let sent = told.withLock { $0.map(\.sent) }
        #expect(sent.count > 1 && sent == sent.sorted() && sent.last == 130)
        try await join(second, try await code(first))
        _ = try await first.vault.round(on: first.view)
        told.withLock { $0 = [] }
        _ = try await second.vault.round(on: observed(second.view))
        let received = told.withLock { $0.map(\.received) }
        #expect(received == received.sorted() && received.last == 130)
        #expect(told.withLock { $0.allSatisfy { $0.sent == 0 } })
    }
}
