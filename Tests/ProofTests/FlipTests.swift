import Foundation
import ProofSupport
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
        if Bench.rounds >= 10 {
            places = Array(0..<count)
        } else {
            // The first pages hold the header, the layout and the items.
            for _ in 0..<200 * Bench.rounds { places.append(random.below(mostlyUsed)) }
            for _ in 0..<300 * Bench.rounds { places.append(random.below(count)) }
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
        for _ in 0..<20 * Bench.rounds {
            let place = random.below(target.sound.count)
            for bit in 0..<8 {
                var bytes = target.sound
                bytes[place] ^= 1 << UInt8(bit)
                try target.bench.write(bytes)
                #expect(target.complaints() == [], "byte \(place), bit \(bit)")
            }
        }
    }
}
