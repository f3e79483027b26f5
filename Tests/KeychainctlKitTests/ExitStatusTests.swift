import PortableKeychain
import Testing

@testable import KeychainctlKit

@Suite struct ExitStatusTests {
    /// The statuses that scripts rely on.
    static let statuses: [(KeychainError.Code, Int32)] = [
        (KeychainError.Code.itemNotFound, 44), (.duplicateItem, 45),
        (.locked, 36), (.authenticationRequired, 36), (.interactionNotAllowed, 36),
        (.ambiguous, 65), (.verificationFailed, 65),
        (.authenticationFailed, 51), (.dataTooLarge, 42),
        (.noSuchKeychain, 50), (.duplicateKeychain, 48), (.notAKeychain, 49), (.corrupt, 93),
        (.newerVersion, 34), (.readOnly, 52), (.noPasscode, 53), (.notAvailable, 53),
        (.invalidParameter, 64), (.noSuchAttribute, 64), (.noSuchClass, 64),
        (.unimplemented, 69), (.internalError, 70), (.outOfMemory, 71), (.diskFull, 73),
        (.inputOutput, 74), (.missingEntitlement, 77), (.unsafePermissions, 77),
        (.wrongDeviceKey, 78), (.rolledBack, 76), (.userCanceled, 75), (.status(-1), 70),
    ]

    @Test(arguments: statuses)
    func exits(_ code: KeychainError.Code, _ status: Int32) {
        #expect(Failure(KeychainError(code)).status.code == status)
    }

    /// The numbers below 64 and 93 are those of macOS's `security`.
    @Test func followsSecurity() {
        for refusal in ExitStatus.refusals
        where refusal.status.code < 64 || refusal.status.code > 78 {
            #expect(refusal.status.code == refusal.code.status & 0xFF)
        }
    }

    @Test func givesEachNumberOneMeaning() {
        let codes = ExitStatus.all.map(\.code)
        #expect(Set(codes).count == codes.count)
        #expect(codes.allSatisfy { (0..<128).contains($0) })
        #expect(Set(ExitStatus.refusals.map(\.code)).count == ExitStatus.refusals.count)
    }

    @Test func saysErrorsOnOneLine() {
        for refusal in ExitStatus.refusals {
            let message = Failure(KeychainError(refusal.code)).message
            #expect(message.contains("; "))
            #expect(!message.contains("\n"))
            #expect(!message.contains(". "))
            #expect(message.first?.isLowercase == true)
        }
    }

    @Test(arguments: [
        ("No item matches.", "no item matches"),
        ("It is here. Take it.", "it is here; take it"),
        ("THE_VARIABLE says so. TPM 2.0 is a chip.", "THE_VARIABLE says so; TPM 2.0 is a chip"),
        ("There is nothing at /a/b.c/d.", "there is nothing at /a/b.c/d"),
    ])
    func makesClauses(_ sentences: String, _ clause: String) {
        #expect(Failure.clause(sentences) == clause)
    }
}
