package import PortableKeychain
internal import Synchronization

/// The places of an agent's unlocked keys: its own memory for exclusive keychains, the kernel for
/// all others, which the user's other processes share.
///
/// All keychains of the process have one, so that they are unlocked together.
package final class AgentRetention: KeyRetention {
    /// Keeps keys in the process alone.
    private struct Inside: KeyRetention {
        let all: AgentRetention

        func keep(
            _ payload: SecretBytes,
            as name: String,
            for seconds: UInt32
        ) throws(RetentionError) -> RetentionTicket {
            all.keepInside(payload, as: name, for: seconds)
        }

        func find(_ name: String) -> (ticket: RetentionTicket, payload: SecretBytes)? {
            all.find(name)
        }

        func holds(_ ticket: RetentionTicket) -> Bool { all.holds(ticket) }

        func drop(_ name: String) throws(RetentionError) { try all.drop(name) }
    }

    private let memory: ProcessKeyRetention
    private let kernel: any KeyRetention
    /// The names of keychains with keys in memory: these do not go to the kernel before the user
    /// says so, even if another program removes the mark in the file.
    private let exclusive = Mutex<Set<String>>([])

    /// Makes one.
    ///
    /// - Parameters:
    ///   - kernel: The place of the keys of other keychains.
    ///   - clock: The time.
    package init(
        _ kernel: any KeyRetention = KernelKeyRetention(),
        clock: KeychainClock = .system
    ) {
        (self.kernel, memory) = (kernel, ProcessKeyRetention(clock: clock))
    }

    /// The retention of the keys of exclusive keychains.
    package var inside: any KeyRetention { Inside(all: self) }

    /// Lets keys go to the kernel again, if their keychains are not marked.
    package func forgetExclusive() { exclusive.withLock { $0 = [] } }

    package func keep(
        _ payload: SecretBytes,
        as name: String,
        for seconds: UInt32
    ) throws(RetentionError) -> RetentionTicket {
        guard !exclusive.withLock({ $0.contains(name) }) else {
            return keepInside(payload, as: name, for: seconds)
        }
        memory.drop(name)
        return try kernel.keep(payload, as: name, for: seconds)
    }

    package func find(_ name: String) -> (ticket: RetentionTicket, payload: SecretBytes)? {
        guard let (ticket, payload) = memory.find(name) else { return kernel.find(name) }
        return (Self.marked(ticket), payload)
    }

    package func holds(_ ticket: RetentionTicket) -> Bool {
        ticket.serial < 0 ? memory.holds(Self.marked(ticket)) : kernel.holds(ticket)
    }

    package func drop(_ name: String) throws(RetentionError) {
        memory.drop(name)
        try kernel.drop(name)
    }

    private func keepInside(
        _ payload: SecretBytes,
        as name: String,
        for seconds: UInt32
    ) -> RetentionTicket {
        _ = exclusive.withLock { $0.insert(name) }
        return Self.marked(memory.keep(payload, as: name, for: seconds))
    }

    /// Numbers of the kernel are positive, and those of the memory are made negative.
    private static func marked(_ ticket: RetentionTicket) -> RetentionTicket {
        RetentionTicket(serial: -ticket.serial)
    }
}
