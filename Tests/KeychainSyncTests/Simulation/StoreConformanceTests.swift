import Foundation
@_spi(Keepers) import KeychainSync
@_spi(Keepers) import PortableKeychain
import SyncSimulation
import Testing
import TestRounds

/// The store of the many seeds answers as a keychain does.
@Suite struct StoreConformanceTests {
    /// `@unchecked Sendable`: one test uses it, in one task.
    private final class Time: @unchecked Sendable { var now = 1e9 }

    /// A store and the state that an agent read from it some time ago.
    private final class Side {
        let store: any SimStore
        var read = LocalContent()

        init(_ store: any SimStore) { self.store = store }
    }

    /// The common behaviour of both stores.
    private struct Shown: Equatable {
        var items: [String: SimItem]
        var entries: [String: String]
        var state: Set<SyncStateName>
        var isUnlocked: Bool
        var locked: Int
        /// The items that are looked up by their keys, and the number of locked ones.
        var single: [String: Int] = [:]

        init(_ store: any SimStore) throws {
            items = Dictionary(
                store.items().map { ($0.account, $0) },
                uniquingKeysWith: { first, _ in first }
            )
            let content = try store.content()
            (isUnlocked, locked) = (content.isUnlocked, content.locked)
            entries = [:]
            for (key, entry) in content.entries {
                entries[String(decoding: key.terms[0], as: UTF8.self)] =
                    switch entry {
                    case .home: "home"
                    case .tombstone(let modified): "tombstone \(modified.timeIntervalSince1970)"
                    case .live(let item, _):
                        "\(String(describing: SimItem(item))) \(item.date(.modificationDate))"
                            + " \(item.date(.creationDate))"
                    }
            }
            state = Set(try store.state().keys)
            for account in StoreConformanceTests.accounts {
                let found = try store.content(of: [SimItem.key(account)])
                single[account] = found.entries.count + 10 * found.marks.count + 100 * found.locked
            }
        }
    }

    private static let accounts = ["a0", "a1", "b0", "b1"]

    @Test func answersAsAKeychain() throws {
        for seed in 0..<UInt64(TestRounds.amount(12, quick: 2)) {
            let time = Time()
            let clock: @Sendable () -> Date = { Date(timeIntervalSince1970: time.now) }
            let sides = [
                Side(PlainStore(clock: clock)),
                Side(try KeychainDevice(seed: seed, clock: clock)),
            ]
            for step in 0..<60 {
                time.now += 1
                // The same choices on both sides.
                let results = try sides.map { side in
                    var random = SeededRandom(seed << 16 | UInt64(step))
                    return try act(side, &random)
                }
                #expect(results[0] == results[1], "seed \(seed), step \(step)")
                let shown = try sides.map { try Shown($0.store) }
                #expect(shown[0] == shown[1], "seed \(seed), step \(step)")
                guard results[0] == results[1], shown[0] == shown[1] else { return }
            }
        }
    }

    private func act(_ side: Side, _ random: inout SeededRandom) throws -> String {
        let account = random.pick(Self.accounts) ?? "a0"
        switch random.below(12) {
        case 0...2: return "\(side.store.write([item(account, &random)]))"
        case 3:
            let pair = ["p0", "p1"].map { item($0, &random) }
            return "\(side.store.write(pair))"
        case 4: return "\(side.store.delete(account))"
        case 5:
            let other = random.pick(Self.accounts.filter { $0 != account }) ?? "a0"
            guard var item = side.store.items().first(where: { $0.account == account }) else {
                return "none"
            }
            item.account = other
            item.secret = "renamed"
            return "\(side.store.rename(account, to: item))"
        case 6: side.store.setLocked(true)
        case 7: side.store.setLocked(false)
        case 8, 9: side.read = try side.store.content()
        default: return try apply(side, &random)
        }
        return ""
    }

    private func item(_ account: String, _ random: inout SeededRandom) -> SimItem {
        SimItem(
            account: account,
            secret: "secret \(random.below(1000))",
            label: "label \(random.below(1000))",
            comment: "comment \(random.below(1000))",
            accessible: random.pick(["ak", "ck", "ck", "aku", "cku"]) ?? "ck"
        )
    }

    /// Applies versions that were computed from a state that was read some time ago.
    private func apply(_ side: Side, _ random: inout SeededRandom) throws -> String {
        var applications: [SyncApplication] = []
        for account in Self.accounts where random.chance(40) {
            let key = SimItem.key(account)
            let expected: SeenVersion =
                switch side.read.entries[key] {
                case nil, .home: .nothing
                case .tombstone(let modified): .tombstone(modified: modified)
                case .live(_, let seen): seen
                }
            var version = item(account, &random)
            version.accessible = random.pick(["ak", "ck"]) ?? "ck"
            let date = Date(timeIntervalSince1970: Double(random.below(1_000_000)))
            let put = version.backup(created: date, modified: date)
            let outcome = random.pick([SyncApplication.Outcome.keep, .delete, .put(put)]) ?? .keep
            applications.append(
                SyncApplication(key: key, expected: expected, outcome: outcome)
            )
        }
        let name = SyncStateName(kind: "replica", id: [UInt8(random.below(4))])
        let change: SyncStateChange =
            random.chance(60) ? .put(name, SecretBytes([1])) : .remove(name)
        do throws(KeychainError) {
            switch try side.store.apply(applications, state: [change]) {
            case .applied: return "applied"
            case .stale(let changed, let locked):
                let names = [changed, locked].map { keys in
                    keys.map { String(decoding: $0.terms[0], as: UTF8.self) }.sorted()
                }
                return "stale \(names)"
            }
        } catch {
            return "\(error.code)"
        }
    }
}
