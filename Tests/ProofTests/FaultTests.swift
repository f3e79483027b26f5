import FaultDisk
import Foundation
import ProofSupport
import TestRounds
import Testing

@testable import PortableKeychain

/// The disk fails at each step of each change: the error says so, and the keychain is as it was
/// before the change or as it is after it, passcode and all.
///
/// Takes every step when `PROOF_ROUNDS` is more than 1, a choice of them otherwise.
@Suite(.thorough) struct FaultTests {
    enum Change: CaseIterable {
        case add, addLong, update, updateLong, delete, lock, setPasscode, changePasscode
        case removePasscode, rotate

        var startsWithPasscode: Bool {
            [.lock, .changePasscode, .removePasscode, .rotate].contains(self)
        }

        func make(_ keychain: Keychain) throws {
            switch self {
            case .add: try keychain.add(ProofItem(10, version: 1))
            case .addLong: try keychain.add(ProofItem(10, version: 7))
            case .update: try keychain.update(ProofItem(2, version: 9))
            case .updateLong: try keychain.update(ProofItem(3, version: 15))
            case .delete: try keychain.delete(number: 4)
            case .lock: try keychain.lock()
            case .setPasscode: try keychain.setPasscode(secret("new"))
            case .changePasscode:
                try keychain.changePasscode(from: secret("old"), to: secret("new"))
            case .removePasscode: try keychain.removePasscode(secret("old"))
            case .rotate:
                try keychain.access.rotate([.passcode(secret("old"))], newPasscode: secret("new"))
            }
        }
    }

    /// The whole content of a keychain, and the secrets that open it.
    struct Content: Equatable {
        var passcodes: [String]
        var versions: [Int: Int]

        init(_ keychain: Keychain) throws {
            passcodes = []
            if try keychain.hasPasscode {
                for passcode in ["old", "new"] {
                    let refusal = code { try keychain.unlock(passcode: secret(passcode)) }
                    if refusal == nil { passcodes.append(passcode) }
                    #expect(refusal == nil || refusal == .authenticationFailed)
                }
            }
            versions = try keychain.versions()
        }
    }

    @Test(arguments: Change.allCases, FaultDisk.Failure.allCases)
    func holdsBeforeOrAfter(_ change: Change, _ failure: FaultDisk.Failure) throws {
        let trial = try Trial(change)
        var random = SeededRandom(seed: Bench.seed)
        var (step, steps) = (1, 0)
        while try trial.fails(failure, step: step, seed: random.next()) {
            steps += 1
            // Small steps at first, as a change may have few of them.
            step += TestRounds.isQuick ? 1 + random.below(min(3 * steps, 10)) : 1
        }
        #expect(steps >= 2, "hardly any failure was injected")
    }

    /// A keychain before a change, and its content before and after it.
    private struct Trial {
        let bench: Bench
        let change: Change
        let before: Content
        let after: Content

        init(_ change: Change) throws {
            let bench = try Bench()
            do {
                let keychain = try bench.create()
                for number in 1...6 { try keychain.add(ProofItem(number, version: number)) }
                if change.startsWithPasscode { try keychain.setPasscode(secret("old")) }
            }
            try bench.keepTemplate()
            before = try Content(bench.open())
            do {
                let keychain = try bench.open()
                try Self.prepare(keychain, for: change)
                try change.make(keychain)
            }
            after = try Content(bench.open())
            self.bench = bench
            self.change = change
        }

        private static func prepare(_ keychain: Keychain, for change: Change) throws {
            if change == .lock { try keychain.unlock(passcode: secret("old")) }
        }

        /// Makes the change with a failure at a step; false when the change has fewer steps.
        func fails(_ failure: FaultDisk.Failure, step: Int, seed: UInt64) throws -> Bool {
            try bench.restoreTemplate()
            let disk = try FaultDisk()
            let story: Comment = "\(change) \(failure), step \(step), seed \(Bench.seed)"
            let hasFailed: Bool
            var isAcknowledged = false
            do {
                let checkpointPages: Int32 = step.isMultiple(of: 2) ? 1000 : 3
                // Long items do not fit into few pages, and are in the log before they are complete.
                let keychain = try bench.open(
                    on: disk,
                    checkpointPages: checkpointPages,
                    cachePages: step.isMultiple(of: 3) ? 8 : nil
                )
                try Self.prepare(keychain, for: change)
                disk.plan(failure, step: step, seed: seed)
                let error = code { try change.make(keychain) }
                hasFailed = disk.hasFailed
                isAcknowledged = error == nil
                let expected: [KeychainError.Code?] =
                    switch failure {
                    case .diskFull: [nil, .diskFull]
                    case .inputOutput, .powerLoss: [nil, .inputOutput]
                    }
                #expect(expected.contains(error), story)
                if failure != .powerLoss {
                    disk.heal()
                    if change == .lock { #expect(try keychain.lockState == .locked, story) }
                    let found = try Content(keychain)
                    #expect(found == after || !isAcknowledged && found == before, story)
                }
            }
            let keychain = try bench.open()
            let found = try Content(keychain)
            #expect(found == after || !isAcknowledged && found == before, story)
            #expect(try keychain.verify().problems == [], story)
            try keychain.add(ProofItem(20, version: 1))
            #expect(try keychain.item(20) == ProofItem(20, version: 1), story)
            return hasFailed
        }
    }
}
