import Foundation
import TestPrograms
import Testing

@testable import PortableKeychain

/// The variable that says how the user is asked by code which cannot be handed an authenticator.
@Suite struct EnvironmentAuthenticatorTests {
    /// In a process of its own, because it sets the variable.
    @Test func asksWithTheProgramOfTheVariable() async {
        await #expect(processExitsWith: .success) {
            let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let program = folder.appending(path: "pinentry")
            let script = """
                echo OK
                while read -r line; do
                    case "$line" in GETPIN*) echo 'D s3cret' ;; esac
                    echo OK
                done
                """
            try TestProgram.write(program.path, script)
            unsetenv("PORTABLE_KEYCHAIN_AUTHENTICATOR")
            #expect(Keychain.Configuration.fromEnvironment().authenticator == nil)
            setenv("PORTABLE_KEYCHAIN_AUTHENTICATOR", program.path, 1)
            let authenticator = try #require(Keychain.Configuration.fromEnvironment().authenticator)
            guard case .secret(let secret) = try authenticator.answer(.init(.passcode)) else {
                Issue.record("no secret")
                return
            }
            #expect(secret.matches(SecretBytes(utf8: "s3cret")))
            #expect(Keychain.Configuration().authenticator == nil)
        }
    }

    /// Without the variable, a service tries; another word names no way.
    @Test(
        arguments: [
            (nil, true), ("terminal", true), ("/bin/sh", true), ("/bin/none", false),
            ("/etc/passwd", false), ("none", false), ("sh", false),
        ] as [(String?, Bool)]
    )
    func tellsServicesWhetherTheyCanAsk(_ way: String?, _ canAsk: Bool) {
        #expect(PinentryAuthenticator.canAsk(way) == canAsk)
    }

    /// In a process of its own, because it sets the variables.
    @Test func silencesServicesWithoutAScreenAndATerminal() async {
        await #expect(processExitsWith: .success) {
            let variable = "PORTABLE_KEYCHAIN_AUTHENTICATOR"
            let places = [variable, "WAYLAND_DISPLAY", "DISPLAY", "GPG_TTY"]
            for name in places { unsetenv(name) }
            #expect(PinentryAuthenticator.silencedVariable == variable)
            for name in places {
                setenv(name, "x", 1)
                #expect(PinentryAuthenticator.silencedVariable == nil)
                unsetenv(name)
            }
        }
    }

    @Test func groupsHaveNoSpacesAround() async {
        await #expect(processExitsWith: .success) {
            setenv("PORTABLE_KEYCHAIN_APPLICATION", "app", 1)
            setenv("PORTABLE_KEYCHAIN_ACCESS_GROUPS", " one, two words ,, three", 1)
            let groups = Keychain.Configuration.fromEnvironment().accessGroups
            #expect(groups == ["app", "one", "two words", "three"])
        }
    }

    @Test(arguments: ["Terminal", "pinentry-gtk", "./pinentry", "\u{1B}[31m"])
    func saysWhatTheVariableTakes(_ name: String) {
        let authenticator = EnvironmentAuthenticator(name: name)
        do throws(KeychainError) {
            _ = try authenticator.answer(AuthenticationQuestion(.passcode))
            Issue.record("answered")
        } catch {
            #expect(error.code == .authenticationRequired)
            #expect(error.reason.contains("PORTABLE_KEYCHAIN_AUTHENTICATOR"))
            #expect(!error.reason.contains(name))
        }
    }
}
