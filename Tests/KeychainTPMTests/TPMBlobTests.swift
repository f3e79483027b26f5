import FuzzCorpus
import PortableKeychain
import Testing

@testable import KeychainTPM

@Suite("Blobs of a TPM, which an attacker may have changed")
struct TPMBlobTests {
    private static let samples: [TPMBlob] = {
        var samples: [TPMBlob] = []
        for kind in TPMBlob.Kind.allCases {
            for registers in [[], [0, 7, 23]] as [[UInt8]] where kind != .key || registers.isEmpty {
                let template = TPMTemplate(kind, hasPolicy: !registers.isEmpty)
                let policy = [UInt8](repeating: 5, count: registers.isEmpty ? 0 : 32)
                let unique =
                    kind == .key
                    ? template.creation(zeroed: true)
                    : template.creation(policy: policy, zeroed: true)
                if let blob = try? TPMBlob(
                    kind: kind,
                    registers: registers,
                    parent: [0, 11] + [UInt8](repeating: 3, count: 32),
                    publicPart: unique,
                    privatePart: [UInt8](repeating: 8, count: 190)
                ) {
                    samples.append(blob)
                }
            }
        }
        return samples
    }()

    @Test("are read as they were written")
    func roundTrip() throws {
        #expect(Self.samples.count == 5)
        for sample in Self.samples {
            #expect(try TPMBlob(sample.encoded) == sample)
            #expect(sample.encoded.count <= TPMBlob.longest)
        }
    }

    @Test("are refused when they are cut, longer, or of another template")
    func refusals() throws {
        for sample in Self.samples {
            let bytes = sample.encoded
            for count in 0..<bytes.count {
                #expect(throws: KeychainError(.corrupt)) { try TPMBlob(Array(bytes.prefix(count))) }
            }
            #expect(throws: KeychainError(.corrupt)) { try TPMBlob(bytes + [0]) }
            // The start, up to the registers, and the rules in the public part.
            let start = 9 + TPMBlob.nameLength
            for place in Array(0..<5) + Array(start..<start + 10) {
                for bit in 0..<8 {
                    var flipped = bytes
                    flipped[place] ^= 1 << UInt8(bit)
                    #expect(throws: KeychainError(.corrupt), "byte \(place)") {
                        try TPMBlob(flipped)
                    }
                }
            }
        }
    }

    @Test("pass with the fuzzers' inputs and findings", arguments: TPMReader.allCases)
    func seeds(reader: TPMReader) throws {
        #expect(try FuzzCorpus.taken(by: reader.rawValue, reader.read) > 0)
    }

    @Test("never crash the reader, with any bytes")
    func strangers() throws {
        var state: UInt64 = 1
        func next() -> UInt8 {
            state = state &* 6_364_136_223_846_793_005 &+ 1
            return UInt8(truncatingIfNeeded: state >> 56)
        }
        for round in 0..<2000 {
            var bytes = Self.samples[round % Self.samples.count].encoded
            for _ in 0..<(round % 7) { bytes[Int(next()) % bytes.count] = next() }
            if round % 3 == 0 { bytes.removeLast(Int(next()) % bytes.count) }
            guard let blob = try? TPMBlob(bytes) else { continue }
            #expect(blob.encoded == bytes)
        }
    }
}
