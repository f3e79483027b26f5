internal import ArgumentParser
internal import CredentialHelpers
internal import KeychainctlKit
internal import PortableKeychain
internal import SafeText
internal import KeychainEssentials

/// `keychainctl helper aws`, and `aws-credential-keychain`.
struct AWSHelperCommand: PlainCommand {
    static let configuration = CommandConfiguration(
        commandName: ProgramName.aws.commandName,
        abstract: "Store access keys for AWS programs.",
        discussion: """
            The aws command and AWS's libraries run 'get' if a profile names it as its \
            credential_process. 'set' reads JSON with AccessKeyId and SecretAccessKey, as printed \
            by AWS's commands; on a terminal it prompts for both.

            EXAMPLES
              keychainctl install-links ~/.local/bin
              aws-credential-keychain set work
              aws iam create-access-key | aws-credential-keychain set work
              aws configure set credential_process 'aws-credential-keychain get work' \\
                  --profile work
            """
    )

    @Argument(help: "The operation.") var operation: Operation
    @Argument(help: "The name of the profile.") var profile = "default"
    @OptionGroup var options: HelperOptions

    enum Operation: String, ExpressibleByArgument {
        case get
        case set
        case delete
    }

    /// The operation, the profile, and the keychain.
    struct Order: Equatable {
        let operation: Operation
        let profile: String
        let place: KeychainChoice
    }

    func order() -> Order {
        Order(operation: operation, profile: profile, place: options.place.choice)
    }

    static let plainOptions = HelperOptions.plain

    static func order(_ words: PlainWords) -> Order? {
        // Without a profile, the parser knows which one is meant.
        guard words.operands.count == 2, let operation = Operation(rawValue: words.operands[0])
        else { return nil }
        return Order(
            operation: operation,
            profile: words.operands[1],
            place: KeychainChoice(name: words["keychain"])
        )
    }

    static func perform(_ order: Order) throws {
        let helper = AWSHelper(HelperKeychain(order.place), profile: order.profile)
        switch order.operation {
        case .get: Terminal.jsonLine(try helper.get(at: now).json)
        case .set: try helper.set(credentials())
        case .delete: try helper.delete()
        }
    }

    private static var now: Date {
        Date(timeIntervalSinceReferenceDate: Keychain.Configuration.tool.clock.now())
    }

    private static func credentials() throws(Failure) -> AWSCredentials {
        guard Terminal.inputIsTerminal else {
            return try AWSCredentials(json: LineReader().rest())
        }
        return try AWSCredentials(
            accessKeyID: SecretPrompt.ask("Access key ID: "),
            secretAccessKey: SecretPrompt.ask("Secret access key: ")
        )
    }
}
