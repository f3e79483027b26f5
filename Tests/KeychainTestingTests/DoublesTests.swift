@_spi(Keepers) import KeychainTesting
@_spi(Keepers) import PortableKeychain
import Testing

/// The doubles that programs put in place of a keychain and its world.
@Suite struct DoublesTests {
    private let search = ItemRequest(.copyMatching, itemClass: .genericPassword)
    private let addition = ItemRequest(.add, itemClass: .genericPassword)

    private var reference: ReferenceKeeper {
        ReferenceKeeper(store: ReferenceStore(), groups: ["g"])
    }

    @Test func clockStandsStillUntilTold() {
        let clock = FixedClock(100)
        #expect(clock.clock.now() == 100)
        #expect(clock.clock.now() == 100)
        clock.advance(by: 2.5)
        #expect(clock.clock.now() == 102.5)
        clock.advance(by: -3)
        #expect(clock.now == 99.5)
    }

    @Test func entropyRepeatsItselfPerSeed() {
        func draw(_ source: SeededEntropy, _ count: Int) -> [UInt8] {
            var bytes = [UInt8](repeating: 0, count: count)
            bytes.withUnsafeMutableBytes { source.entropy.fill($0) }
            return bytes
        }
        let (one, two) = (SeededEntropy(seed: 1), SeededEntropy(seed: 1))
        let first = draw(one, 19)
        #expect(first == draw(two, 19))
        #expect(draw(one, 19) != first)
        #expect(draw(SeededEntropy(seed: 2), 19) != first)
        #expect(draw(one, 0).isEmpty)
        // The generator's known first output for seed 0, E220A8397B1DCDAF, last byte first.
        #expect(
            draw(SeededEntropy(seed: 0), 8) == [0xAF, 0xCD, 0x1D, 0x7B, 0x39, 0xA8, 0x20, 0xE2]
        )
    }

    @Test func keeperFailsTheRequestItWasToldTo() throws {
        let keeper = FailingKeeper(reference, failing: 2, with: KeychainError(.diskFull))
        _ = try keeper.perform(addition)
        #expect(throws: KeychainError(.diskFull)) { try keeper.perform(search) }
        #expect(try keeper.perform(search).count == 1)
        #expect(keeper.requestCount == 3)
    }

    @Test func failedRequestsDoNotReachTheKeeper() throws {
        let keeper = FailingKeeper(
            reference,
            failures: [1: KeychainError(.readOnly), 3: KeychainError(.inputOutput)]
        )
        #expect(throws: KeychainError(.readOnly)) { try keeper.perform(addition) }
        #expect(throws: KeychainError(.itemNotFound)) { try keeper.perform(search) }
        #expect(throws: KeychainError(.inputOutput)) { try keeper.perform(search) }
    }

    @Test func keeperRemembersWhatItWasAsked() throws {
        let keeper = RecordingKeeper(reference)
        #expect(throws: KeychainError(.itemNotFound)) { try keeper.perform(search) }
        _ = try keeper.perform(addition)
        #expect(keeper.requests.map(\.itemClass) == [.genericPassword, .genericPassword])
        guard case .copyMatching = keeper.requests[0].verb, case .add = keeper.requests[1].verb
        else {
            Issue.record("other verbs")
            return
        }
    }
}
