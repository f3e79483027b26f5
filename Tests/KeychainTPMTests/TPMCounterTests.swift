#if TPM && os(Linux)
    import CKeychainTSS2
    import Foundation
    import PortableKeychain
    import Testing

    @testable import KeychainTPM

    /// Rules for TPMs that `SecurityTokenSuite` cannot require of every token.
    @Suite("Counters of a TPM", .needsSimulator)
    struct TPMCounterTests {
        private let secret = SecretBytes([UInt8](repeating: 3, count: 32))

        @Test("are as they were after the machine was off, also without a warning")
        func restarts() throws {
            let chip = try TPMSimulator()
            let counter = try chip.token.makeCounter(authorization: secret)
            #expect(counter.count == TPMCounter.length)
            let value = try chip.token.count(counter, atLeast: 0, authorization: secret)
            let raised = try chip.token.count(counter, atLeast: value + 3, authorization: secret)
            try chip.restart()
            #expect(try chip.token.count(counter, atLeast: 0, authorization: secret) == raised)
            chip.kill()
            try chip.start()
            #expect(try chip.token.count(counter, atLeast: 0, authorization: secret) == raised)
            try chip.clear()
            #expect(throws: KeychainError(.corrupt)) {
                try chip.token.count(counter, atLeast: 0, authorization: secret)
            }
        }

        @Test("belong to one chip")
        func otherChip() throws {
            let (chip, other) = (try TPMSimulator(), try TPMSimulator())
            let counter = try chip.token.makeCounter(authorization: secret)
            _ = try other.token.makeCounter(authorization: secret)
            #expect(throws: KeychainError(.corrupt)) {
                try other.token.count(counter, atLeast: 0, authorization: secret)
            }
        }

        /// Programs share the chip's numbers, and another program may use our place.
        @Test("leave the places of other counters alone, and are not exchanged for them")
        func places() throws {
            let chip = try TPMSimulator()
            let (first, second) = (TPMCounter.places(secret)[0], TPMCounter.places(secret)[1])
            // An ordinary index, whose owner could set it back, and a counter of others.
            try chip.define(first, attributes: 0x0204_0004)
            try chip.define(second, attributes: 0x0204_0014)
            let counter = try TPMCounter(try chip.token.makeCounter(authorization: secret))
            #expect(counter.index == TPMCounter.places(secret)[2])
            for (index, code) in [
                (first, .corrupt), (second, .authenticationFailed),
            ] as [(UInt32, KeychainError.Code)] {
                let other = try TPMCounter(index: index, parent: counter.parent).encoded
                #expect(throws: KeychainError(code)) {
                    try chip.token.count(other, atLeast: 0, authorization: secret)
                }
            }
        }

        @Test("are found if they were made right before a crash")
        func withoutValue() throws {
            let chip = try TPMSimulator()
            let counter = try TPMCounter(try chip.token.makeCounter(authorization: secret))
            try chip.token.removeCounter(counter.encoded)
            let authorization = try #require(TPMCoding.authorization(secret))
            try chip.define(counter.index, attributes: 0x0204_0014, authorization)
            #expect(try chip.token.makeCounter(authorization: secret) == counter.encoded)
            #expect(try chip.token.count(counter.encoded, atLeast: 0, authorization: secret) > 0)
        }

        @Test("do not show their authorization")
        func areNotSeen() throws {
            let chip = try TPMSimulator(recordsBus: true)
            let counter = try chip.token.makeCounter(authorization: secret)
            _ = try chip.token.count(counter, atLeast: 3, authorization: secret)
            try chip.extend(16)
            let bus = try chip.bus()
            let authorization = try #require(TPMCoding.authorization(secret))
            for hidden in [secret, authorization] {
                #expect(bus.firstRange(of: hidden.array) == nil)
            }
            // The record is one: the number of the index is in it.
            #expect(bus.firstRange(of: counter[5..<9]) != nil)
        }

        @Test("need the owner of the chip only when they are made")
        func owner() throws {
            let chip = try TPMSimulator()
            let counter = try chip.token.makeCounter(authorization: secret)
            try chip.keepRoot()
            try chip.setOwnerPassword()
            let refusal = #expect(throws: KeychainError.self) {
                try chip.token.makeCounter(authorization: .random(count: 32))
            }
            #expect(refusal?.code == .notAvailable)
            #expect(refusal?.reason.contains("owner's password") == true)
            #expect(try chip.token.count(counter, atLeast: 0, authorization: secret) > 0)
        }

        @Test("are refused if they are not counters")
        func refusals() throws {
            let name = [0, 11] + [UInt8](repeating: 3, count: 32)
            let sound = try TPMCounter(index: 0x0181_2345, parent: name)
            #expect(try TPMCounter(sound.encoded) == sound)
            #expect(sound.encoded.count == TPMCounter.length)
            // Not the number within the owner's part, nor the rest of the name, which the chip has.
            for place in [0, 1, 2, 3, 4, 5, 9, 10] {
                for bit in 0..<8 {
                    var flipped = sound.encoded
                    flipped[place] ^= 1 << UInt8(bit)
                    #expect(throws: KeychainError(.corrupt)) { try TPMCounter(flipped) }
                }
            }
            for count in 0..<sound.encoded.count {
                #expect(throws: KeychainError(.corrupt)) {
                    try TPMCounter(Array(sound.encoded.prefix(count)))
                }
            }
            #expect(throws: KeychainError(.corrupt)) { try TPMCounter(sound.encoded + [0]) }
        }
    }
#endif
