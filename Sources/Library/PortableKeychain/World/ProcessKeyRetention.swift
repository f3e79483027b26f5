internal import Synchronization

/// Keeps keys in this process: for keychains in memory, and to simulate several processes in tests.
package final class ProcessKeyRetention: KeyRetention {
    private struct Kept {
        var serial: Int32
        var payload: SecretBytes
        var deadline: Double
    }

    private struct State {
        var kept: [String: Kept] = [:]
        var lastSerial: Int32 = 0
    }

    private let state = Mutex(State())
    private let clock: KeychainClock

    /// Makes an empty retention.
    package init(clock: KeychainClock = .system) { self.clock = clock }

    package func keep(
        _ payload: SecretBytes,
        as name: String,
        for seconds: UInt32
    ) -> RetentionTicket {
        let deadline = clock.now() + Double(seconds)
        return state.withLock { state in
            state.lastSerial += 1
            state.kept[name] = Kept(
                serial: state.lastSerial,
                payload: payload,
                deadline: deadline
            )
            return RetentionTicket(serial: state.lastSerial)
        }
    }

    package func find(_ name: String) -> (ticket: RetentionTicket, payload: SecretBytes)? {
        expire()
        return state.withLock { state in
            state.kept[name].map { (RetentionTicket(serial: $0.serial), $0.payload) }
        }
    }

    package func holds(_ ticket: RetentionTicket) -> Bool {
        expire()
        return state.withLock { state in
            state.kept.values.contains { $0.serial == ticket.serial }
        }
    }

    package func drop(_ name: String) {
        state.withLock { $0.kept[name] = nil }
    }

    private func expire() {
        let now = clock.now()
        state.withLock { state in
            state.kept = state.kept.filter { $0.value.deadline > now }
        }
    }
}
