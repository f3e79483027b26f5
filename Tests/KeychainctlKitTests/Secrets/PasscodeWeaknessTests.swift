import PortableKeychain
import Testing

@testable import KeychainctlKit

/// The passcodes that are reported as easy to guess.
@Suite struct PasscodeWeaknessTests {
    @Test(
        arguments: [
            ("1", .short), ("1234567", .short), ("aaaaaaaaaaaa", .repetitive),
            ("121212121212", .repetitive), ("abcabcabcabc", .repetitive), ("password", .common),
            ("PassWord1", .common), ("1q2w3e4r", .common),
            ("correct horse", nil), ("abcdabcd", nil), ("pässwörter", nil), ("x4.Kq8!z", nil),
        ] as [(String, PasscodeWeakness?)]
    )
    func recognizes(_ passcode: String, _ weakness: PasscodeWeakness?) {
        #expect(PasscodeWeakness(SecretBytes(utf8: passcode)) == weakness)
    }
}
