import Dispatch
import Foundation
import KeychainLibC
import Synchronization
import TestRounds
import Testing

@testable import KeychainAgent
@testable import PortableKeychain

/// The memory that the messages of users may take; `CrowdTests` has users with other numbers.
@Suite struct MessageRoomTests {
    private static let long = Frame.longestBody

    /// The number of the longest messages that each user has in progress, the user that sends
    /// another one, and whether there is room for it.
    @Test(
        arguments: [
            ([1: 0], 1, true), ([1: 1], 1, true), ([1: 2], 1, false), ([1: 2], 2, true),
            // Beyond three quarters, only who has nothing.
            ([1: 2, 2: 2, 3: 1], 3, true), ([1: 2, 2: 2, 3: 2], 4, true),
            ([1: 2, 2: 2, 3: 2, 4: 1], 4, false), ([1: 2, 2: 2, 3: 2, 4: 1], 5, true),
            ([1: 2, 2: 2, 3: 2, 4: 1, 5: 1], 6, false),
        ] as [([UInt32: Int], UInt32, Bool)]
    )
    func sharesRoom(_ underWay: [UInt32: Int], _ comes: UInt32, _ hasRoom: Bool) {
        let room = MessageRoom()
        for (user, count) in underWay.sorted(by: { $0.key < $1.key }) {
            for _ in 0..<count { #expect(room.part(of: user).take(Self.long)) }
        }
        #expect(room.part(of: comes).take(Self.long) == hasRoom)
        // Short ones are always taken.
        #expect(room.part(of: comes).take(MessageRoom.free))
        room.part(of: comes).give(MessageRoom.free)
        if hasRoom { room.part(of: comes).give(Self.long) }
        for (user, count) in underWay {
            for _ in 0..<count { room.part(of: user).give(Self.long) }
        }
        #expect(room.used == 0)
    }

    /// The bytes for which there is no room are skipped, and the next message is read.
    @Test func goesOnAfterAMessageWithoutRoom() throws {
        let (client, server) = AgentStage.pair()
        defer { [client, server].forEach { close($0) } }
        let room = MessageRoom()
        #expect(room.part(of: 1).take(Self.long) && room.part(of: 1).take(Self.long))
        var long = SecretEncoder()
        long.raw([UInt8](repeating: 7, count: 300_000))
        let messages = [
            try Frame.bytes(.perform, long), try Frame.bytes(.view, SecretEncoder()),
        ]
        let sending = DispatchGroup()
        DispatchQueue(label: "client").async(group: sending) {
            let stream = FrameStream(client)
            for message in messages { #expect(stream.send(message)) }
        }
        let stream = FrameStream(server)
        #expect(throws: FrameStream.End.noRoom) {
            try stream.receive(atMost: Self.long, in: room.part(of: 1)) { _, _ in }
        }
        let kind = try stream.receive(atMost: Self.long, in: room.part(of: 1)) { kind, _ in kind }
        #expect(kind == .view)
        sending.wait()
        // Another user has room, and gives it back.
        let before = room.used
        DispatchQueue(label: "client").async(group: sending) {
            #expect(FrameStream(client).send(messages[0]))
        }
        let count = try stream.receive(atMost: Self.long, in: room.part(of: 2)) { _, body in
            (body.count, room.used - before)
        }
        #expect(count == (300_000, 300_000) && room.used == before)
    }

    /// One user is answered one request at a time, and at most the allowed number of users at once.
    @Test func fewAreAnsweredAtOnce() {
        let room = MessageRoom()
        let now = Mutex([UInt32: Int]())
        let most = Mutex((ofUser: 0, all: 0))
        // More than there are processors, which is all that the system's pool has.
        let threads = (0..<24).map { turn in
            Thread {
                let user = UInt32(turn % 4)
                _ = room.part(of: user).answer {
                    now.withLock { now in
                        now[user, default: 0] += 1
                        let all = now.values.reduce(0, +)
                        most.withLock {
                            $0.ofUser = max($0.ofUser, now[user, default: 0])
                            $0.all = max($0.all, all)
                        }
                    }
                    usleep(10_000)
                    now.withLock { $0[user, default: 0] -= 1 }
                    return .some(nil)
                }
            }
        }
        for thread in threads { thread.start() }
        waits { threads.allSatisfy { $0.isFinished } }
        #expect(most.withLock { $0.ofUser } == 1)
        #expect(most.withLock { $0.all } == MessageRoom.mostTurns)
    }

    /// Requests that derive keys, which takes long, do not keep other users waiting.
    @Test func aDerivationGivesItsTurnBack() {
        let room = MessageRoom()
        let (began, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let mostAtOnce = Mutex((now: 0, most: 0))
        let threads = (UInt32(1)...4).map { user in
            Thread {
                _ = room.part(of: user).answer {
                    began.signal()
                    try? RequestAttendance.current?.before()
                    mostAtOnce.withLock {
                        $0.now += 1
                        $0.most = max($0.most, $0.now)
                    }
                    mayEnd.wait()
                    mostAtOnce.withLock { $0.now -= 1 }
                    RequestAttendance.current?.after()
                    return .some(nil)
                }
            }
        }
        for thread in threads { thread.start() }
        // More users than have a turn, and none of them has finished.
        for _ in threads {
            #expect(began.wait(timeout: .now() + 20) == .success)
        }
        for _ in threads { mayEnd.signal() }
        waits { threads.allSatisfy { $0.isFinished } }
        let isDone = threads.allSatisfy { $0.isFinished }
        #expect(isDone)
        #expect(mostAtOnce.withLock { $0.most } == 1, "one key at a time")
    }

    /// A user can derive so many keys in a time, whatever connections and requests they are for.
    @Test func aUserHasSoManyDerivations() throws {
        let clock = Moment()
        let room = MessageRoom(now: { clock.now })
        let hashing = try PasscodeHashing(rounds: 1 << 10, blockSize: 1, parallelism: 1)
        func derived(_ count: Int, by user: UInt32, isWanted: Bool = true) -> [String] {
            var outcomes: [String] = []
            _ = room.part(of: user).answer(isWanted: { isWanted }) {
                for _ in 0..<count {
                    do throws(KeychainError) {
                        _ = try hashing.key(passcode: secret("x"), salt: [1])
                    } catch {
                        outcomes.append(error.code.name)
                    }
                }
                return .some(nil)
            }
            return outcomes
        }
        #expect(derived(MessageRoom.mostDerivations, by: 1) == [])
        #expect(derived(2, by: 1) == ["notAvailable", "notAvailable"])
        #expect(derived(1, by: 2) == [])
        clock.pass(MessageRoom.derivationInterval)
        #expect(derived(2, by: 1) == ["notAvailable"])
        // A client that has hung up receives nothing, and its messages do not count.
        #expect(derived(2, by: 3, isWanted: false) == ["userCanceled", "userCanceled"])
        #expect(derived(MessageRoom.mostDerivations, by: 3) == [])
    }

    @Test func anAnswerWithoutRoomIsAFailure() throws {
        let part = MessageRoom().part(of: 1)
        let long = SecretBytes([UInt8](repeating: 1, count: Self.long))
        for _ in 0..<2 { #expect(part.answer { long }??.count == Self.long) }
        let refused = part.answer { long } ?? nil
        let kind = refused?.withUnsafeBytes { $0[4] }
        #expect(kind == Frame.Kind.failure.rawValue)
        part.give(Self.long)
        #expect(part.answer { long }??.count == Self.long)
    }
}
