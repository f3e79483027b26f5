import Foundation
import ProofSupport
import TestRounds
import Testing

@testable import PortableKeychain

/// A process that changes a keychain is killed at any moment, again and again: what was
/// acknowledged is there, and nothing is there by half.
///
/// 40 kills for each of the `PROOF_ROUNDS` (1 unless set; ten make 400). Repeat a failure with the
/// seed it prints, as `PROOF_SEED`.
@Suite struct CrashTests {
    @Test func keepsWhatWasAcknowledged() throws {
        let bench = try Bench()
        _ = try bench.create()
        var random = SeededRandom(seed: Bench.seed)
        var truth: [Int: Int] = [:]
        var changes = 0
        let kills = 40 * TestRounds.count
        for kill in 1...kills {
            let journal = "journal-\(kill)"
            let child = try Child(
                "change",
                bench.folder,
                journal: bench.journalPath(journal),
                Int(random.next() >> 33),
                kill * 1_000_000
            )
            // Some die while they open the keychain, most after a number of changes.
            if !kill.isMultiple(of: 8) {
                bench.awaitJournal(journal, bytes: 1 + random.below(600))
            }
            usleep(UInt32(random.below(10_000)))
            child.kill()
            var story = Story(truth)
            if let lines = try? bench.journal(journal) { story.read(lines) }
            changes += story.acknowledged
            let context: Comment = "seed \(Bench.seed), kill \(kill), \(story.unfinished)"
            #expect(story.contradictions == [], context)
            let keychain = try bench.open()
            truth = try keychain.versions()
            #expect(story.outcomes.contains(truth), context)
            #expect(try keychain.verify().problems == [], context)
            // Most processes find the log as the one before them left it.
            if kill.isMultiple(of: 5) {
                let item = ProofItem(kill % 24, version: kill * 1_000_000)
                try truth[item.number] == nil ? keychain.add(item) : keychain.update(item)
                truth[item.number] = item.version
                #expect(try keychain.item(item.number) == item, context)
            }
        }
        print("\(kills) kills during \(changes) acknowledged changes, seed \(Bench.seed)")
        #expect(changes > kills, "too few changes to prove anything")
    }

    /// Killed while it changes the passcode, or all keys with it, a process leaves the old one or the
    /// new one, not both, not neither.
    @Test(arguments: ["rekey", "rotate"]) func opensWithOnePasscode(_ task: String) throws {
        let bench = try Bench()
        do {
            let keychain = try bench.create()
            for number in 1...20 { try keychain.add(ProofItem(number, version: number)) }
            try keychain.setPasscode(secret("passcode 0"))
        }
        var random = SeededRandom(seed: Bench.seed &+ 2)
        var passcode = 0
        let kills = 10 * TestRounds.count
        for kill in 1...kills {
            let journal = "\(task)-\(kill)"
            let child = try Child(
                task,
                bench.folder,
                journal: bench.journalPath(journal),
                passcode
            )
            bench.awaitJournal(journal, bytes: 1 + random.below(40))
            usleep(UInt32(random.below(10_000)))
            child.kill()
            let lines = try bench.journal(journal)
            let numbers = lines.compactMap { Int($0) }
            #expect(lines.allSatisfy { Int($0) != nil || $0 == "done" }, "\(lines)")
            let last = try #require(numbers.last)
            let keychain = try bench.open()
            let opening = (passcode...last + 1).filter { number in
                code { try keychain.unlock(passcode: secret("passcode \(number)")) } == nil
            }
            let expected = lines.last == "done" ? [[last]] : [[last - 1], [last]]
            #expect(expected.contains(opening), "seed \(Bench.seed), kill \(kill): \(lines)")
            #expect(try keychain.versions().count == 20)
            #expect(try keychain.verify().problems == [])
            passcode = try #require(opening.last)
        }
        print("\(kills) kills during \(passcode) changes of the passcode, seed \(Bench.seed)")
    }

    /// Killed while it adds, changes or removes a way in of any kind, a process leaves those of
    /// before or those of after, and all of them open.
    @Test func hasTheSlotsOfBeforeOrAfter() throws {
        let bench = try Bench()
        do {
            let keychain = try bench.create()
            try keychain.add(ProofItem(1, version: 1))
            try keychain.setPasscode(ProofSlots.passcode(0))
        }
        var random = SeededRandom(seed: Bench.seed &+ 3)
        var made = 0
        let kills = 2 * ProofSlots.period * TestRounds.count
        for kill in 1...kills {
            let journal = "slots-\(kill)"
            let child = try Child("slots", bench.folder, journal: bench.journalPath(journal), made)
            bench.awaitJournal(journal, bytes: 1 + random.below(60))
            usleep(UInt32(random.below(8_000)))
            child.kill()
            let lines = try bench.journal(journal)
            #expect(lines.allSatisfy { Int($0) != nil || $0 == "done" }, "\(lines)")
            let last = try #require(lines.compactMap { Int($0) }.last)
            let keychain = try bench.open()
            let kinds = try keychain.access.slots().map(\.kind).filter { $0 != .device }
            let unlocks = { number in
                code { try keychain.unlock(passcode: ProofSlots.passcode(number)) } == nil
            }
            let possible = lines.last == "done" ? [last] : [last - 1, last]
            let context: Comment = "seed \(Bench.seed), kill \(kill): \(lines)"
            let outcome = possible.first { number in
                ProofSlots.expected(number) == kinds && unlocks(number)
            }
            made = try #require(outcome, context)
            #expect(try ProofSlots(keychain).opening(made) == kinds, context)
            #expect(try keychain.item(1).version == 1)
            #expect(try keychain.verify().problems == [], context)
        }
        print("\(kills) kills during \(made) changes of slots, seed \(Bench.seed)")
        #expect(made > ProofSlots.period, "every kind of change")
    }
}

/// The record of a keychain in a journal.
private struct Story {
    /// The versions that the keychain certainly holds, by numbers.
    private var certain: [Int: Int]
    /// The versions that it may hold instead, when a change was not acknowledged.
    private var possible: [Int: Int]?
    /// Answers that contradict what the keychain held.
    private(set) var contradictions: [String] = []
    private(set) var acknowledged = 0
    private(set) var unfinished = "nothing unfinished"

    init(_ truth: [Int: Int]) { certain = truth }

    var outcomes: [[Int: Int]] { [certain] + (possible.map { [$0] } ?? []) }

    mutating func read(_ lines: [Substring]) {
        for place in stride(from: 0, to: lines.count, by: 2) {
            let words = lines[place].split(separator: " ")
            guard words.count == 3, let number = Int(words[1]), let version = Int(words[2]) else {
                contradictions.append(String(lines[place]))
                return
            }
            let exists = certain[number] != nil
            let expected =
                switch (words[0], exists) {
                case ("add", true): "duplicateItem"
                case ("update", false), ("delete", false): "itemNotFound"
                default: "done"
                }
            var after = certain
            if expected == "done" { after[number] = words[0] == "delete" ? nil : version }
            guard place + 1 < lines.count else {
                possible = after
                unfinished = "unfinished \(lines[place])"
                return
            }
            certain = after
            acknowledged += expected == "done" ? 1 : 0
            if lines[place + 1] != expected {
                contradictions.append("\(lines[place]): \(lines[place + 1]), not \(expected)")
            }
        }
    }
}
