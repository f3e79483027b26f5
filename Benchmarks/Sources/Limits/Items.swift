import Foundation
@_spi(Bulk) import PortableKeychain
import Synchronization

/// A keychain of many items, read by their numbers.
struct Items: Sendable {
    static let group = "limits"

    private let keychain: Keychain
    private let count: Int

    /// Fills an empty keychain.
    init(_ keychain: Keychain, count: Int) throws {
        self.keychain = keychain
        self.count = count
        for start in stride(from: 0, to: count, by: 50_000) {
            let items = (start..<min(start + 50_000, count)).lazy.map(Self.item)
            try keychain.addAll(items) { _ in Self.secret }
        }
    }

    /// The reads of eight threads in a time compared with one, and of two beside a writer that
    /// never pauses compared with two alone.
    func readersAtOnce() throws -> [Line] {
        var (one, eight, two, beside) = (Best(), Best(), Best(), Best())
        // In turns, so that other load on the machine affects all of them alike.
        for round in 0..<Self.rounds {
            one.add(try readers(1, seed: round))
            eight.add(try readers(8, seed: round))
            two.add(try readers(2, seed: round))
            let writer = Writer(keychain, Self.item(round))
            writer.start()
            defer { writer.stop() }
            beside.add(try readers(2, seed: round))
        }
        return [
            Line(
                title: "what 8 threads read, compared with 1",
                measured: 8 * one.seconds / eight.seconds,
                limit: 1.7,
                unit: "times",
                isLeast: true
            ),
            Line(
                title: "what 2 threads read beside a writer, compared with none",
                measured: two.seconds / beside.seconds,
                limit: 0.5,
                unit: "times",
                isLeast: true
            ),
        ]
    }

    /// The cost of a read among more items, compared with this keychain.
    func growth(to size: Int, _ open: (Int) throws -> Keychain) throws -> Line {
        let large = try Items(try open(size), count: size)
        var (here, there) = (Best(), Best())
        for round in 0..<Self.rounds {
            here.add(try readers(1, seed: round))
            there.add(try large.readers(1, seed: round))
        }
        return Line(
            title: "a read among \(size) items, compared with \(count)",
            measured: there.seconds / here.seconds,
            limit: 1.5,
            unit: "times"
        )
    }

    /// The seconds that threads take which read as many items each.
    private func readers(_ threads: Int, seed: Int) throws -> Double {
        let failures = Atomic(0)
        let time = seconds {
            DispatchQueue.concurrentPerform(iterations: threads) { thread in
                var number = UInt64(seed * 8 + thread + 1)
                for _ in 0..<Self.reads {
                    number = number &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                    let item = Self.item(Int(number >> 33) % count)
                    if (try? keychain.secret(for: item))?.count != Self.secret.count {
                        failures.add(1, ordering: .relaxed)
                    }
                }
            }
        }
        guard failures.load(ordering: .relaxed) == 0 else {
            throw Failure(description: "An item was not found.")
        }
        return time
    }

    private static let rounds = 7
    private static let reads = 5_000
    private static let secret = SecretBytes(utf8: "correct horse 0000000001")

    private static func item(_ number: Int) -> GenericPassword {
        GenericPassword(service: "service-\(number / 1000)", account: "account-\(number)")
    }
}

/// A thread that changes an item again and again.
private final class Writer: Sendable {
    private let keychain: Keychain
    private let item: GenericPassword
    private let isOver = Atomic(false)
    private let end = DispatchSemaphore(value: 0)

    init(_ keychain: Keychain, _ item: GenericPassword) {
        self.keychain = keychain
        self.item = item
    }

    func start() {
        Thread.detachNewThread { [self] in
            var secret = 0
            while !isOver.load(ordering: .relaxed) {
                secret += 1
                // As long as the secrets of the other items.
                try? keychain.set("correct horse \(1_000_000_000 + secret)", for: item)
            }
            end.signal()
        }
    }

    func stop() {
        isOver.store(true, ordering: .relaxed)
        end.wait()
    }
}
