internal import ArgumentParser
internal import PortableKeychain

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// `keychainctl helper aws`, and `aws-credential-keychain`.
struct AWSHelperCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "aws",
        abstract: "Keep the keys of AWS programs.",
        discussion: """
            The aws command and AWS's libraries run 'get' once a profile names it as its \
            credential_process. 'set' takes JSON with AccessKeyId and SecretAccessKey, such as \
            AWS's own commands print; on a terminal it asks for both.

            EXAMPLES
              keychainctl install-links ~/.local/bin
              aws-credential-keychain set work
              aws iam create-access-key | aws-credential-keychain set work
              aws configure set credential_process 'aws-credential-keychain get work' \\
                  --profile work
            """
    )

    @Argument(help: "What to do with the keys.") var operation: Operation
    @Argument(help: "The name of the profile.") var profile = "default"
    @OptionGroup var options: HelperOptions

    enum Operation: String, ExpressibleByArgument {
        case get
        case set
        case delete
    }

    func run() throws {
        // The service says what AWS's settings say, so that a person knows what it is for.
        let item = ServicePassword(service: "aws-credential-process", username: profile)
        switch operation {
        case .get:
            guard let (_, secret) = try item.find(in: options.store()) else {
                throw KeychainError(.itemNotFound)
            }
            let credentials = try AWSCredentials(json: secret)
            guard !credentials.haveExpired(at: Self.now) else {
                throw Failure(
                    .badInput,
                    "the credentials of '\(profile)' have expired",
                    advice: "get new ones, and give them to 'keychainctl helper aws set'"
                )
            }
            Terminal.line(credentials.json.line)
        case .set:
            let secret = SecretBytes(utf8: try Self.credentials().json.line)
            try item.set(secret, in: options.storeToWrite())
        case .delete:
            guard try item.delete(in: options.store()) else { throw KeychainError(.itemNotFound) }
        }
    }

    private static var now: Date {
        Date(timeIntervalSinceReferenceDate: Keychain.Configuration.tool.clock.now())
    }

    private static func credentials() throws(Failure) -> AWSCredentials {
        guard Terminal.inputIsTerminal else {
            return try AWSCredentials(json: LineReader().rest())
        }
        let identifier = try SecretPrompt.ask("Access key ID: ")
        let secret = try SecretPrompt.ask("Secret access key: ")
        let typed = AWSCredentials(
            accessKeyID: SecretText.copy(identifier) ?? "",
            secretAccessKey: SecretText.copy(secret) ?? ""
        )
        // Judged as what comes in a pipe is.
        return try AWSCredentials(json: SecretBytes(utf8: typed.json.line))
    }
}
