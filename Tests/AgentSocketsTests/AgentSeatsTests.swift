import Testing

@testable import AgentSockets

/// Who has to leave when there are too many clients.
@Suite struct AgentSeatsTests {
    private let start = ContinuousClock.now

    /// Clients 1 to 64, each with a phase since so many seconds.
    private func seats(_ phases: Phases) -> AgentSeats {
        var seats = AgentSeats()
        for client in 1...AgentSeats.most {
            #expect(seats.admit(Int32(client), of: 1, at: start)?.file == nil)
            let (phase, since) = phases(client)
            seats.enter(phase, Int32(client), at: start - .seconds(since))
        }
        return seats
    }

    private typealias Phases = @Sendable (Int) -> (AgentSeats.Phase, since: Double)

    private static let tables: [(name: String, phases: Phases, leaves: Int32?)] = [
        ("the one that was silent for longest", { (.silent, Double(100 - abs($0 - 9))) }, 9),
        ("one that does not read, before silent ones", { ($0 == 5 ? .sending : .silent, 9) }, 5),
        ("one with half a message, before silent ones", { ($0 == 6 ? .receiving : .silent, 9) }, 6),
        // Its bytes are on their way.
        ("not one in its first moment", { $0 == 6 ? (.receiving, 0) : (.silent, Double($0)) }, 64),
        ("one in its first moment, if need be", { $0 == 6 ? (.sending, 0) : (.answering, 9) }, 6),
        ("nobody who is being answered", { _ in (.answering, 99) }, nil),
    ]

    @Test(arguments: tables.indices) func chooses(_ index: Int) {
        let (name, phases, leaves) = Self.tables[index]
        var seats = seats(phases)
        #expect(seats.admit(100, of: 1, at: start)?.file == leaves, "\(name)")
    }

    /// One that has to leave does not come back by what its thread still does.
    @Test func forgetsThoseThatLeave() {
        var seats = seats { (.silent, since: Double($0)) }
        #expect(seats.admit(100, of: 1, at: start)?.file == 64)
        seats.enter(.receiving, 64, at: start - .seconds(999))
        #expect(seats.admit(101, of: 1, at: start)?.file == 63)
        seats.leave(64)
        seats.leave(63)
        seats.leave(100)
        #expect(seats.admit(102, of: 1, at: start)?.file == nil)
    }

    /// A user with many connections must not take the seats of others.
    @Test func limitsEachUser() {
        var seats = AgentSeats(mostOfUser: 2)
        for client in [1, 2] as [Int32] {
            #expect(!seats.areTaken(by: 7))
            #expect(seats.admit(client, of: 7, at: start)?.file == nil)
        }
        seats.enter(.answering, 1, at: start)
        #expect(seats.areTaken(by: 7))
        #expect(!seats.areTaken(by: 8))
        seats.leave(1)
        #expect(!seats.areTaken(by: 7))
    }
}
