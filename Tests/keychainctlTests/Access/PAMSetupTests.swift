import Foundation
import Testing

@testable import keychainctl

/// The reading of PAM's files: whether they hand the login password over.
@Suite struct PAMSetupTests {
    private static let line = "auth optional pam_exec.so expose_authtok quiet /usr/keychain-login"

    private static let cases: [(file: String, text: String, setup: PAMSetup)] = [
        ("etc/pam.d/common-auth", line, .on),
        ("etc/pam.d/gdm-password", "auth required pam_unix.so\n\(line)\n", .on),
        ("etc/pam.d/login", "#\(line)\n", .absent),
        ("etc/pam.d/login", "# keychain-login\nauth optional pam_exec.so /usr/mine\n", .absent),
        ("etc/pam.d/login", "auth optional pam_echo.so keychain-login\n", .absent),
        ("usr/share/pam-configs/portable-keychain", "Default: no\n", .off),
        ("usr/share/pam-configs/unix", "Default: yes\n", .absent),
    ]

    @Test(arguments: cases.indices) func isReadFromItsFiles(_ index: Int) throws {
        let (file, text, setup) = Self.cases[index]
        let root = NSTemporaryDirectory() + "pk-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: root) }
        let path = URL(fileURLWithPath: "\(root)/\(file)")
        try FileManager.default.createDirectory(
            at: path.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data(text.utf8).write(to: path)
        #expect(PAMSetup.present(root: root) == setup)
    }

    @Test func onlyWhatIsNotArrangedHasAdvice() {
        #expect(PAMSetup.present(root: "/nowhere") == .absent)
        #expect(PAMSetup.on.advice == nil)
        #expect(PAMSetup.off.advice?.contains("pam-auth-update --enable") == true)
        #expect(PAMSetup.absent.advice?.contains("/etc/pam.d") == true)
    }
}
