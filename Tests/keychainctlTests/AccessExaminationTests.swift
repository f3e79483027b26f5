import PortableKeychain
import Testing

@testable import keychainctl

/// The findings of `doctor` on the ways into a keychain.
@Suite struct AccessExaminationTests {
    @Test func saysWhatACopyNeeds() {
        let cases: [(kinds: [AccessSlot.Kind], plain: Bool, text: String, advice: String?)] = [
            ([.device], true, "a copied home folder opens it", "passcode set"),
            ([.device], false, "it opens for every program on this machine", "passcode set"),
            ([.device, .recovery], true, "a copied home folder opens it", "passcode set"),
            (
                [.device, .passcode], true, "a copied home folder and the passcode open it",
                "tpm bind"
            ),
            ([.device, .passcode], false, "this machine's chip and the passcode open it", nil),
            ([.device, .tokenWithPIN], false, "this machine's chip and the PIN open it", nil),
            (
                [.device, .passcode, .credential], true,
                "a copied home folder and the passcode or the credential of a service open it",
                "tpm bind"
            ),
            (
                [.device, .passcode, .loginPassword], false,
                "this machine's chip and the passcode or the login password open it", nil
            ),
        ]
        for (kinds, plain, text, advice) in cases {
            let finding = AccessExamination.protection(kinds, hasPlainDeviceKey: plain)
            #expect(finding.text == text)
            #expect(finding.level == (advice == nil ? .fine : .note))
            #expect(finding.advice?.contains(advice ?? "") ?? (advice == nil))
        }
        let login = AccessExamination.loginPassword
        #expect(login(.on, nil).level == .fine)
        #expect(login(.off, nil).advice?.contains("pam-auth-update") == true)
        #expect(login(.absent, nil).advice?.contains("/etc/pam.d") == true)
        #expect(login(.on, "2026-01-02").text.contains("2026-01-02"))
        #expect(login(.on, "2026-01-02").advice?.contains("login-password enroll") == true)
        #expect(AccessExamination.recovery([.device, .recovery]).level == .fine)
        #expect(AccessExamination.recovery([.device, .passcode]).level == .note)
        #expect(AccessExamination.recovery([.device, .passcode]).text.contains("the passcode all"))
        #expect(AccessExamination.recovery([.device, .tokenWithPIN]).text.contains("the chip is"))
    }

    @Test func knowsWhereAChipIsTheOnlyWayIn() {
        let cases: [(kinds: [AccessSlot.Kind], isAlone: Bool)] = [
            ([.device], false), ([.device, .token], true), ([.device, .tokenWithPIN], true),
            ([.device, .token, .tokenWithPIN], true), ([.device, .tokenWithPIN, .passcode], false),
            ([.device, .tokenWithPIN, .recovery], false),
            ([.device, .tokenWithPIN, .securityKey], false), ([.device, .securityKey], false),
        ]
        for (kinds, isAlone) in cases {
            #expect(AccessExamination.isChipAlone(kinds) == isAlone, "\(kinds)")
        }
    }
}
