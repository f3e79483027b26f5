import Foundation
import PortableKeychain
import SyncSimulation
import Testing

@testable import KeychainSync

/// The messages and actions of a device that was stopped.
extension SyncedVaultTests {
    /// A first device that has seen more than its remote shows now.
    func stopped() async throws -> Device {
        let first = try await first()
        first.write("a0", "1")
        _ = try await first.vault.round(on: first.view)
        first.view.frozen = 1
        #expect(try await first.vault.round(on: first.view).end == .alarm(.wentBack))
        return first
    }

    /// No device could admit a machine with its code.
    @Test func makesNoCodeWhileItIsStopped() async throws {
        let first = try await stopped()
        let stopped = "alarm(KeychainSync.TrustAlarm.wentBack)"
        #expect(await problem { _ = try await code(first) } == stopped)
        first.view.fault = .away
        #expect(await problem { _ = try await code(first) } == stopped)
        #expect(try first.vault.waitingInvites().isEmpty)
        // The alarm is over as soon as a device looks.
        first.view.frozen = nil
        _ = try await code(first)
        #expect(try first.vault.waitingInvites().count == 1)
        #expect(try await first.vault.status().alarm == nil)
    }

    @Test func saysThatAnAlarmHasEnded() async throws {
        let first = try await stopped()
        #expect(try await first.vault.status().endedAlarm == nil)
        first.view.frozen = nil
        clock.now += 60
        let round = try await first.vault.round(on: first.view)
        #expect(round.end == .upToDate(waiting: 0) && round.ended == .wentBack)
        let ended = EndedAlarm(alarm: .wentBack, time: Date(timeIntervalSince1970: clock.now))
        #expect(try await first.vault.status().endedAlarm == ended)
        #expect(try await first.vault.round(on: first.view).ended == nil)
    }
}
