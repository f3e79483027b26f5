import KeychainctlKit
import PortableKeychain
import Testing

@Suite struct FIDO2FailureTests {
    /// Each failure states the next step, in the library's errors and the tool's.
    @Test func eachFailureSaysWhatToDoNextInTheLibrarysErrorsAndTheTools() {
        for cause in FIDO2Failure.Cause.allCases {
            for detail in [FIDO2Failure.unknown, 1, 7] {
                let failure = FIDO2Failure(cause, detail: detail)
                #expect(Advice.split(failure.reason).advice != nil, "\(failure.reason)")
                #expect(failure.reason.hasSuffix("."))
                #expect(!Failure(failure.error).advice.isEmpty)
            }
        }
        let wrong = FIDO2Failure(.wrongPIN, detail: 1)
        #expect(wrong.error.code == .authenticationFailed)
        #expect(wrong.reason.contains("1 more try"))
        #expect(FIDO2Failure(.wrongPIN, detail: 2).reason.contains("2 more tries"))
        #expect(Failure(FIDO2Failure(.pinPaused).error).problem.contains("three wrong ones"))
    }
}
