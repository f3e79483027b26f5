import PortableKeychain
import Testing

@testable import KeychainTPM

@Suite("Response codes of a TPM")
struct TPMFailureTests {
    @Test(
        "have the meanings of the standard",
        arguments: [
            (0x98E, .other, .authenticationFailed), (0x9A2, .other, .authenticationFailed),
            (0x921, .other, .notAvailable), (0x99D, .other, .notAvailable),
            (0x128, .other, .notAvailable), (0x1DF, .loading, .corrupt),
            (0x1DF, .other, .notAvailable), (0x1E7, .agreeing, .invalidParameter),
            (0x902, .other, .notAvailable), (0xA000A, .other, .notAvailable),
            (0xA008E, .other, .notAvailable), (0xB098E, .other, .authenticationFailed),
            (0x98E, .deriving, .notAvailable), (0x9A2, .deriving, .notAvailable),
        ] as [(UInt32, TPMFailure.Step, KeychainError.Code)]
    )
    func codes(number: UInt32, step: TPMFailure.Step, code: KeychainError.Code) {
        #expect(TPMFailure(number).error(in: step) { nil }.code == code)
    }

    @Test("say for how long a chip refuses all PINs")
    func times() {
        for (seconds, text) in [
            (1, "for up to 1 second,"), (59, "for up to 59 seconds"), (60, "for up to 1 minute,"),
            (7200, "for up to 2 hours"), (0, "until its administrator"),
        ] as [(UInt32, String)] {
            let error = TPMFailure(0x921).error(in: .other) {
                TPMGuessing(wrong: 3, limit: 3, secondsForEach: seconds)
            }
            #expect(error.reason.contains(text), "\(error.reason)")
        }
    }
}
