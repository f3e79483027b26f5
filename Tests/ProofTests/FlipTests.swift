import Foundation
import ProofSupport
import TestRounds
import Testing

@testable import PortableKeychain

/// Each byte of a keychain's file is changed, one at a time: what is read is what was stored, or
/// the damage is named.
///
/// Takes every byte, one bit and all bits of it, when `PROOF_ROUNDS` is 10 or more; a choice of
/// bytes otherwise.
@Suite struct FlipTests {
    @Test func noticesEveryFlip() throws {
        let target = try Target()
        var random = SeededRandom(seed: Bench.seed)
        let (mostlyUsed, count) = (8192, target.sound.count)
        var places: [Int] = []
        if TestRounds.count >= 10 {
            places = Array(0..<count)
        } else {
            // The first pages hold the header, the layout and the items.
            for _ in 0..<TestRounds.amount(200, quick: 40) {
                places.append(random.below(mostlyUsed))
            }
            for _ in 0..<TestRounds.amount(300, quick: 60) { places.append(random.below(count)) }
        }
        try target.bench.write(target.sound)
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: target.bench.path))
        defer { try? file.close() }
        var flips = 0
        for place in places {
            for mask in [UInt8(1) << random.below(8), 0xff] {
                let flipped = [target.sound[place] ^ mask]
                try file.seek(toOffset: UInt64(place))
                try file.write(contentsOf: flipped)
                let complaints = target.complaints()
                #expect(
                    complaints == [],
                    "byte \(place) of \(count), mask \(mask), seed \(Bench.seed)"
                )
                flips += 1
            }
            try file.seek(toOffset: UInt64(place))
            try file.write(contentsOf: [target.sound[place]])
        }
        #expect(target.complaints() == [], "the file is not what it was")
        print("\(flips) flips in \(count) bytes, seed \(Bench.seed)")
    }

    /// All eight bits of single bytes.
    @Test func noticesEveryBit() throws {
        let target = try Target()
        var random = SeededRandom(seed: Bench.seed &+ 1)
        for _ in 0..<TestRounds.amount(20, quick: 5) {
            let place = random.below(target.sound.count)
            for bit in 0..<8 {
                var bytes = target.sound
                bytes[place] ^= 1 << UInt8(bit)
                try target.bench.write(bytes)
                #expect(target.complaints() == [], "byte \(place), bit \(bit)")
            }
        }
    }

    /// A byte changed in the log is damage, unless it is in the last transaction: that looks like
    /// the end that a crash leaves.
    @Test func findsDamageInTheLog() throws {
        let (source, copy) = (try Bench(), try Bench(remembers: false))
        let keychain = try source.create()
        var history = [try keychain.versions()]
        var ends: [Int] = []
        for step in 1...12 {
            try keychain.add(ProofItem(step, version: step))
            history.append(try keychain.versions())
            ends.append(try source.bytes("-wal").count)
        }
        try FileManager.default.copyItem(
            atPath: source.folder + "/device.key",
            toPath: copy.folder + "/device.key"
        )
        let (file, log) = (try source.bytes(), try source.bytes("-wal"))
        var random = SeededRandom(seed: Bench.seed &+ 3)
        for flip in 0..<TestRounds.amount(150, quick: 40) {
            let place = random.below(log.count)
            var damaged = log
            damaged[place] ^= 1 << UInt8(random.below(8))
            try copy.write(file)
            try copy.write(flip == 0 ? log : damaged, "-wal")
            let context: Comment = "byte \(place) of \(log.count), seed \(Bench.seed)"
            do {
                let keychain = try copy.open()
                #expect(flip == 0 || place >= ends[10], context)
                #expect(try keychain.versions() == history[flip == 0 ? 12 : 11], context)
                #expect(try keychain.verify().problems == [], context)
                try keychain.add(ProofItem(100, version: 1))
                #expect(try keychain.verify().problems == [], context)
            } catch let error as KeychainError {
                #expect(error.code == .corrupt && flip > 0, context)
                #expect(try copy.bytes() == file && copy.bytes("-wal") == damaged, context)
            }
        }
    }
}
