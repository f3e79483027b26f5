import Testing

@testable import KeychainAgent
@testable import PortableKeychain

/// The use of the chip that one user may make.
@Suite struct ChipLimitTests {
    private let start = ContinuousClock.now

    @Test func aUserHasSoManyRequests() throws {
        var limit = ChipLimit()
        for _ in 0..<ChipLimit.mostRequests { try limit.take(by: 1, comparesPIN: false, at: start) }
        let error = #expect(throws: KeychainError.self) {
            try limit.take(by: 1, comparesPIN: false, at: start)
        }
        #expect(error?.code == .notAvailable && error?.reason.contains("seconds") == true)
        try limit.take(by: 2, comparesPIN: false, at: start)
        // One that was refused does not count.
        try limit.take(by: 1, comparesPIN: false, at: start + .seconds(1))
        #expect(throws: KeychainError.self) {
            try limit.take(by: 1, comparesPIN: false, at: start + .seconds(1))
        }
        try limit.take(by: 1, comparesPIN: false, at: start + .seconds(500))
    }

    @Test func aUserHasSoManyWrongPINs() throws {
        var limit = ChipLimit()
        for minute in 0..<ChipLimit.mostWrongPINs {
            let now = start + .seconds(60 * minute)
            try limit.take(by: 1, comparesPIN: true, at: now)
            limit.failed(by: 1, at: now)
        }
        let later = start + .seconds(600)
        let error = #expect(throws: KeychainError.self) {
            try limit.take(by: 1, comparesPIN: true, at: later)
        }
        #expect(error?.code == .notAvailable && error?.reason.contains("51 minutes") == true)
        // Requests without a PIN continue, and so do those of others.
        try limit.take(by: 1, comparesPIN: false, at: later)
        try limit.take(by: 2, comparesPIN: true, at: later)
        // The first is forgotten, and there is one more.
        let last = start + ChipLimit.time
        try limit.take(by: 1, comparesPIN: true, at: last)
        limit.failed(by: 1, at: last)
        #expect(throws: KeychainError.self) { try limit.take(by: 1, comparesPIN: true, at: last) }
    }
}
