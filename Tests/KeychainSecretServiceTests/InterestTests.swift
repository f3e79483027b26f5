import KeychainTesting
import PortableKeychain
import Testing

@testable import KeychainSecretService

/// A user who is asked for a program that may have given up.
@Suite struct InterestTests {
    /// A user for whose answer the program does not wait, or does.
    private struct SlowUser: Authenticator {
        let interest: PromptInterest
        let gaveUp: Bool

        func answer(
            _ question: AuthenticationQuestion
        ) throws(KeychainError) -> AuthenticationAnswer {
            if gaveUp { interest.end() }
            return .confirmed
        }
    }

    @Test func nobodyIsAskedForAProgramThatGaveUp() {
        let interest = PromptInterest()
        let scripted = ScriptedAuthenticator([.confirmed])
        let user = InterestedAuthenticator(scripted, interest)
        interest.end()
        let question = AuthenticationQuestion(.newApplicationPassword, reason: "For a test.")
        #expect(throws: KeychainError(.userCanceled)) { try user.answer(question) }
        #expect(scripted.questions.isEmpty)
    }

    @Test(arguments: [true, false])
    func anAnswerCountsWhileSomebodyWaits(_ gaveUp: Bool) {
        let interest = PromptInterest()
        let user = InterestedAuthenticator(SlowUser(interest: interest, gaveUp: gaveUp), interest)
        let question = AuthenticationQuestion(.newApplicationPassword, reason: "For a test.")
        let code = Result { () throws(KeychainError) in try user.answer(question) }
        switch code {
        case .success: #expect(!gaveUp)
        case .failure(let error): #expect(gaveUp && error.code == .userCanceled)
        }
    }
}
