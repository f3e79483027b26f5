import Testing

@testable import AgentSockets

/// The client that has to leave when there are too many.
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

    /// One that has to leave does not come back by the further work of its thread.
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

    /// The states of clients, and the seconds since they began.
    private typealias Clients = [(AgentSeats.Phase, since: Double)]

    /// The clients with seats, the client that comes, and the one that leaves for it.
    private struct Row: CustomTestStringConvertible, Sendable {
        let testDescription: String
        /// The clients of each user: those of user 1 have the numbers 101, 102 and so on.
        let sitting: [UInt32: Clients]
        let comes: UInt32
        /// `nil` if the new one gets no seat, 0 if no client leaves.
        let leaves: Int32?

        init(_ name: String, _ sitting: [UInt32: Clients], comes: UInt32, leaves: Int32?) {
            (testDescription, self.sitting) = (name, sitting)
            (self.comes, self.leaves) = (comes, leaves)
        }
    }

    /// The last one is the oldest.
    private static func clients(
        _ count: Int,
        _ phase: AgentSeats.Phase,
        _ since: Double = 9
    ) -> Clients {
        (0..<count).map { (phase, since + Double($0) / 100) }
    }

    /// Clients of 16 users, one of each, that were silent for longest.
    private static let modest = Dictionary(
        uniqueKeysWithValues: (4...19).map { (UInt32($0), clients(1, .silent, 999)) }
    )

    /// Three users with all that everybody may take, and others.
    private static func flood(_ others: [UInt32: Clients]) -> [UInt32: Clients] {
        [1: clients(16, .silent), 2: clients(16, .silent), 3: clients(16, .silent, 20)]
            .merging(others) { $1 }
    }

    /// Two users that the agent answers, and others.
    private static func busy(_ others: [UInt32: Clients]) -> [UInt32: Clients] {
        [1: clients(16, .answering), 2: clients(16, .answering)].merging(others) { $1 }
    }

    private static let users: [Row] = [
        Row("a free seat", [1: clients(16, .silent)], comes: 2, leaves: 0),
        Row(
            "the reserve, while all are being answered",
            busy([3: clients(16, .answering)]),
            comes: 4,
            leaves: 0
        ),
        Row(
            "the reserve is for first clients",
            busy([3: clients(15, .answering), 4: clients(1, .answering)]),
            comes: 4,
            leaves: nil
        ),
        Row(
            "a second client: the user with the most loses one, though others are stuck",
            flood([2: clients(15, .sending, 99), 4: clients(1, .answering)]),
            comes: 4,
            leaves: 316
        ),
        Row("the most seats count, not the longest silence", flood(modest), comes: 20, leaves: 316),
        Row(
            "equal numbers: the user with a stuck client loses one",
            flood(modest).merging([1: clients(15, .silent, 99) + [(.receiving, 1)]]) { $1 },
            comes: 20,
            leaves: 116
        ),
        Row(
            "all clients of the users with the most are being answered: the next user",
            busy([3: clients(15, .silent), 20: clients(1, .silent, 999)]).merging(modest) { $1 },
            comes: 21,
            leaves: 315
        ),
        Row(
            "no user has more than one",
            Dictionary(uniqueKeysWithValues: (1...64).map { (UInt32($0), clients(1, .silent)) }),
            comes: 65,
            leaves: nil
        ),
        Row(
            "a client of the same user, if no other user has more",
            busy([3: clients(12, .answering), 4: clients(2, .silent, 99), 5: clients(2, .silent)]),
            comes: 5,
            leaves: 502
        ),
        Row(
            "not from a user who would then have fewer",
            busy([3: clients(11, .answering), 4: clients(3, .silent), 5: clients(2, .answering)]),
            comes: 5,
            leaves: nil
        ),
        Row(
            "from a user who would then have as many",
            busy([3: clients(10, .answering), 4: clients(4, .silent), 5: clients(2, .answering)]),
            comes: 5,
            leaves: 404
        ),
    ]

    @Test(arguments: users) private func sharesSeats(_ row: Row) {
        var seats = AgentSeats(mostOfUser: 16)
        for (user, clients) in row.sitting.sorted(by: { $0.key < $1.key }) {
            for (number, client) in clients.enumerated() {
                let file = Int32(user) * 100 + Int32(number) + 1
                #expect(seats.admit(file, of: user, at: start)?.file == nil)
                seats.enter(client.0, file, at: start - .seconds(client.since))
            }
        }
        #expect(seats.count == row.sitting.values.reduce(0) { $0 + $1.count })
        let leaving = seats.admit(9999, of: row.comes, at: start)
        #expect(leaving.map { $0.file ?? 0 } == row.leaves)
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
