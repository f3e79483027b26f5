import KeeperRuns
import KeychainTesting
import PortableKeychain

@testable import Valet

/// Runs code against a keychain of its own, of a program in two groups.
func isolated<R>(
    _ user: ScriptedAuthenticator? = nil,
    passcode: String? = nil,
    _ body: () throws -> R
) throws -> R {
    var configuration = Keychain.Configuration(
        applicationIdentifier: "com.example.app",
        accessGroups: ["AppID.Shared", "group.Shared", "AppID.Shared_I", "Other.Shared"]
    )
    configuration.authenticator = user
    configuration.passcodeHashing = try PasscodeHashing(
        rounds: 1 << 10,
        blockSize: 8,
        parallelism: 1
    )
    let keychain = try Keychain.inMemory(configuration)
    if let passcode { try keychain.setPasscode(SecretBytes(utf8: passcode)) }
    return try Keychain.withCurrent(KeeperRun.reaching(keychain), operation: body)
}

func name(_ text: String) -> Identifier {
    guard let name = Identifier(nonEmpty: text) else { fatalError("a name is not empty") }
    return name
}

func group(_ prefix: String, _ group: String) -> SharedGroupIdentifier {
    guard let group = SharedGroupIdentifier(appIDPrefix: prefix, nonEmptyGroup: group) else {
        fatalError("a group is not empty")
    }
    return group
}
