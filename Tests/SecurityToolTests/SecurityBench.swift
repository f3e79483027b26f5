import ForeignFormats
import KeychainctlKit
@_spi(Keepers) import PortableKeychain

@testable import SecurityTool

/// Commands of `security` on keychains in memory.
struct SecurityBench {
    let keychain: Keychain
    let items: Items

    init() throws {
        var configuration = Keychain.Configuration(
            applicationIdentifier: AccessGroups.tool,
            accessGroups: ["*"]
        )
        let cheap = try PasscodeHashing(rounds: 1 << 10, blockSize: 8, parallelism: 1)
        configuration.passcodeHashing = cheap
        keychain = try Keychain.inMemory(configuration)
        items = Items(keychain: keychain)
    }

    /// The keychain as one that is searched.
    var searched: SearchedKeychains { SearchedKeychains(opened: [keychain]) }

    /// Stores the objects of a PEM file.
    func add(_ pem: String) throws {
        _ = try items.addMissing(ObjectFile(SecretBytes(utf8: pem)).additions)
    }

    /// A command as it is typed, which is not run.
    static func call(_ line: String) throws -> SecurityInvocation {
        let words = Array(line.utf8).withUnsafeBytes { SecurityTool.words($0) } ?? []
        guard let verb = words.first?.text.flatMap(SecurityVerb.named) else {
            throw SecurityFailure(1, "no verb")
        }
        return try SecurityInvocation(verb, Array(words.dropFirst()))
    }

    /// The status and the message of what fails; `nil` if it does not.
    static func failure(_ body: () throws -> Void) -> String? {
        do {
            try body()
            return nil
        } catch let failure as SecurityFailure {
            return "\(failure.status) \(failure.message ?? "")"
        } catch let error as KeychainError {
            return error.code.name
        } catch {
            return "\(error)"
        }
    }

    // A key of openssl, and two certificates for it.
    static let key = document(
        "PRIVATE KEY",
        """
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgBHsp4FMa6EYh97WQ
        lmcRQVSRYcx0V/HV0dmB174RnnihRANCAASR6p5d2ZCQ0u1jXy108Bjp39xyvgYl
        0letnTYE8j3IWJ+GtOKglguB7WseA+AKDK0CRrlsz7AVLpuM8I5pcmaw
        """
    )
    static let certificate = document(
        "CERTIFICATE",
        """
        MIIBcDCCARWgAwIBAgIUNo9hZaQH7tauNnaCi+YBa318DRMwCgYIKoZIzj0EAwIw
        DDEKMAgGA1UEAwwBdDAgFw0yNjExMjgwMzEwMDNaGA8yMTI2MTEwNDAzMTAwM1ow
        DDEKMAgGA1UEAwwBdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABJHqnl3ZkJDS
        7WNfLXTwGOnf3HK+BiXSV62dNgTyPchYn4a04qCWC4Htax4D4AoMrQJGuWzPsBUu
        m4zwjmlyZrCjUzBRMB0GA1UdDgQWBBTFa0/YB0q6BDvmvOZfpYqKQl0GAjAfBgNV
        HSMEGDAWgBTFa0/YB0q6BDvmvOZfpYqKQl0GAjAPBgNVHRMBAf8EBTADAQH/MAoG
        CCqGSM49BAMCA0kAMEYCIQDOfUknwps3nhJMt0rYee09UugLa3aZsHTm7uhNXEYg
        3AIhAOvm48J7MnGyuwOsqZt4bNomVGGJriaKrCtgYmsUw5hc
        """
    )
    static let second = document(
        "CERTIFICATE",
        """
        MIIBrjCCAVOgAwIBAgIUF6qOfZUfzp4jBsED8KX7sWMIqFYwCgYIKoZIzj0EAwIw
        KzEMMAoGA1UEAwwDdHdvMRswGQYJKoZIhvcNAQkBFgxtZUBhLmV4YW1wbGUwIBcN
        MjYxMTI4MDMxMjA3WhgPMjEyNjExMDQwMzEyMDdaMCsxDDAKBgNVBAMMA3R3bzEb
        MBkGCSqGSIb3DQEJARYMbWVAYS5leGFtcGxlMFkwEwYHKoZIzj0CAQYIKoZIzj0D
        AQcDQgAEkeqeXdmQkNLtY18tdPAY6d/ccr4GJdJXrZ02BPI9yFifhrTioJYLge1r
        HgPgCgytAka5bM+wFS6bjPCOaXJmsKNTMFEwHQYDVR0OBBYEFMVrT9gHSroEO+a8
        5l+liopCXQYCMB8GA1UdIwQYMBaAFMVrT9gHSroEO+a85l+liopCXQYCMA8GA1Ud
        EwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDSQAwRgIhAMLn3jL//AiDCqUNg2OMAl7j
        Y1a/TU5FVmVhHrfAF/QPAiEAw++T5MgTvaZy5Pi1QJA5i84GmgZ4EPOR9DIcyczY
        +iw=
        """
    )

    private static func document(_ name: String, _ lines: String) -> String {
        "-----BEGIN \(name)-----\n\(lines)\n-----END \(name)-----\n"
    }
}
