import FaultDisk
import Foundation
import ProofSupport
import TestRounds
import Testing

@_spi(Keepers) @testable import PortableKeychain

/// Failures that the keyrings of today's Linux desktops show, one test each, which this one must
/// not have.
@Suite(.thorough) struct KeyringFailureTests {
    /// KWallet answers first and writes seconds later.
    @Test func isWrittenWhenItIsAcknowledged() throws {
        let bench = try Bench()
        _ = try bench.create()
        for round in 1...3 {
            let child = try Child(
                "change",
                bench.folder,
                journal: bench.journalPath("\(round)"),
                round,
                round * 1000
            )
            bench.awaitJournal("\(round)", bytes: 400)
            child.kill()
        }
        var acknowledged: [Int: Int] = [:]
        var uncertain: Set<Int> = []
        for round in 1...3 {
            let lines = try bench.journal("\(round)")
            for place in stride(from: 0, to: lines.count, by: 2) {
                let words = lines[place].split(separator: " ")
                let number = try #require(Int(words[1]))
                guard place + 1 < lines.count else { uncertain.insert(number); continue }
                guard lines[place + 1] == "done" else { continue }
                acknowledged[number] = words[0] == "delete" ? nil : Int(words[2])
                uncertain.remove(number)
            }
        }
        let found = try bench.open().versions()
        #expect(acknowledged.count > 3)
        for number in 0..<24 where !uncertain.contains(number) {
            #expect(found[number] == acknowledged[number], "item \(number)")
        }
    }

    /// One secret with a line break makes a whole GNOME keyring unreadable.
    @Test func keepsBytesOfEveryKind() throws {
        let texts = [
            "", "two\nlines", "\r\n", "nul\0inside", "\0", "[section]\nkey=value", "=;#\"'\\",
            "ünïcödé 🔑", String(repeating: "long ", count: 20_000),
        ]
        let secrets =
            texts.map { Array($0.utf8) } + [
                Array(0...255), [0xff, 0xfe, 0x00], [UInt8](repeating: 0, count: 5000),
            ]
        let bench = try Bench()
        let request = { (verb: ItemRequest.Verb, number: Int) in
            ItemRequest(
                verb,
                itemClass: .genericPassword,
                attributes: [
                    .account: .string("\(texts[number % texts.count])\n\(number)"),
                    .service: .string(texts[number % texts.count]),
                ]
            )
        }
        do {
            let keychain = try bench.create()
            for (number, secret) in secrets.enumerated() {
                var add = request(.add, number)
                add.secret = SecretBytes(secret)
                add.attributes[.label] = .string(texts[number % texts.count])
                add.attributes[.generic] = .data(Data(secret))
                _ = try keychain.keeper.perform(add)
            }
        }
        let keychain = try bench.open()
        for (number, secret) in secrets.enumerated() {
            var find = request(.copyMatching, number)
            find.returning = [.data, .attributes]
            let item = try #require(try keychain.keeper.perform(find).items.first)
            #expect(item.secret?.array == secret, "\(number)")
            #expect(item.attributes?[.label] == .string(texts[number % texts.count]))
            #expect(item.attributes?[.account] == find.attributes[.account])
            #expect(item.attributes?[.generic] == .data(Data(secret)))
        }
        #expect(try keychain.verify().problems == [])
    }

    /// The files of libsecret lose a quarter of the items that two processes store, and refuse a
    /// third.
    @Test func losesNoneOfTwoTimesSixtyStores() throws {
        let bench = try Bench()
        let keychain = try bench.create()
        let children = try [100, 200].map { first in
            try Child("write", bench.folder, journal: bench.journalPath("\(first)"), first, 60)
        }
        for child in children { #expect(child.wait() == 0) }
        #expect(try keychain.versions().count == 2 * 61)
        for first in [100, 200] {
            #expect(try bench.journal("\(first)").allSatisfy { !$0.hasPrefix("failed") })
        }
    }

    /// KeePassXC hangs when an item is replaced, or when hundreds come fast.
    @Test func replacesAnItemUnderLoad() throws {
        let bench = try Bench()
        let keychain = try bench.create()
        try keychain.add(ProofItem(1, version: 0))
        let child = try Child(
            "write",
            bench.folder,
            journal: bench.journalPath("load"),
            1000,
            100
        )
        for version in 1...60 {
            try keychain.update(ProofItem(1, version: version))
            #expect(try keychain.item(1).version == version)
        }
        #expect(child.wait() == 0)
        #expect(try keychain.versions().count == 1 + 101)
    }

    /// libsecret fails to search 10,000 items, after half a minute and with a wrong error.
    @Test func searchesAllOfTenThousandItems() throws {
        let bench = try Bench()
        try fill(try bench.create(), 10_000)
        let keychain = try bench.open()
        let start = microseconds()
        let answer = try keychain.keeper.perform(
            ItemRequest(
                .copyMatching,
                itemClass: .genericPassword,
                limit: .all,
                returning: [.attributes, .data]
            )
        )
        let milliseconds = (microseconds() - start) / 1000
        print("all of 10,000 items with secrets: \(milliseconds) ms in a debug build")
        #expect(answer.count == 10_000)
        let accounts = Set(answer.items.compactMap { $0.attributes?[.account] })
        #expect(accounts.count == 10_000)
        #expect(milliseconds < 20_000)
    }

    /// GNOME Keyring writes the whole keyring twice for each change.
    @Test func writesNoMoreForMoreItems() throws {
        var writes: [Int] = []
        for count in [10, 10_000] {
            let bench = try Bench()
            try fill(try bench.create(), count)
            let disk = try FaultDisk()
            let keychain = try bench.open(on: disk)
            try keychain.add(ProofItem(100_000, version: 1))
            disk.heal()
            for number in 1...5 { try keychain.add(ProofItem(200_000 + number, version: 1)) }
            for number in 1...5 { try keychain.update(ProofItem(200_000 + number, version: 2)) }
            for number in 1...5 { try keychain.delete(number: 200_000 + number) }
            writes.append(disk.writes)
        }
        print("15 changes write \(writes[0]) times among 10 items, \(writes[1]) among 10,000")
        // A tree of pages grows by a level or two; a log has two writes for a page.
        #expect(writes[1] <= writes[0] * 3 / 2)
    }

    /// Without a display, a locked GNOME keyring says that an object does not exist.
    @Test func saysThatItIsLocked() throws {
        let bench = try Bench()
        let keychain = try bench.create()
        try keychain.add(ProofItem(2, version: 1))
        try keychain.setPasscode(secret("passcode"))
        try keychain.lock()
        // A process of its own, which never received the passcode.
        for keychain in [keychain, try bench.open()] {
            #expect(try keychain.lockState != .unlocked)
            #expect(code { try keychain.item(2) } == .locked)
            #expect(code { try keychain.versions() } == .locked)
            #expect(
                code { try keychain.update(ProofItem(2, version: 2)) } == .locked
            )
            #expect(code { try keychain.add(ProofItem(4, version: 1)) } == .locked)
        }
        try keychain.unlock(passcode: secret("passcode"))
        #expect(try keychain.item(2).version == 1)
    }

    /// Adds generic passwords in one transaction: one by one would wait for the disk each time.
    private func fill(_ keychain: Keychain, _ count: Int) throws {
        let keeper = try #require(keychain.keeper as? LocalKeeper)
        let (vault, groups) = (keeper.vault, keeper.accessGroups)
        try vault.change { transaction throws(KeychainError) in
            for number in 0..<count {
                let request = ItemRequest(
                    .add,
                    itemClass: .genericPassword,
                    attributes: [
                        .account: .string("user \(number)"), .service: .string("bulk"),
                    ]
                )
                let plan = try AdditionPlan(request, groups: groups)
                var item = PlainItem(
                    schema: plan.schema,
                    identifier: vault.world.entropy.bytes(16),
                    accessGroup: plan.accessGroup,
                    accessControl: plan.accessControl,
                    isSynchronizable: plan.isSynchronizable,
                    isTombstone: plan.isTombstone,
                    attributes: plan.attributes,
                    secret: SecretBytes(Array("secret \(number)".utf8))
                )
                item.stamp(transaction.keys)
                try transaction.insert(item.row)
            }
        }
    }
}
