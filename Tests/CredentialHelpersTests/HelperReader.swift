import PortableKeychain

@testable import CredentialHelpers
@testable import SafeText

/// One way in which helpers read what programs say; the fuzzers and `CorpusTests` drive it.
enum HelperReader: String, CaseIterable, Sendable {
    case git
    /// The text for git from the payload of an item.
    case gitSecret
    case docker
    case cargo
    case aws

    /// Reads bytes, and writes the result again.
    ///
    /// - Returns: Whether the bytes were taken.
    func read(_ bytes: [UInt8]) -> Bool {
        let input = SecretBytes(bytes)
        do {
            switch self {
            case .git:
                let request = try GitRequest(lines: SecretText.lines(input))
                _ = (GitAddress(request)?.identity, GitSecret(request)?.payload)
            case .gitSecret:
                let secret = try GitSecret(payload: input)
                _ = try GitAnswer.lines(username: "me", secret, to: GitRequest(), now: 0)
            case .docker:
                let credential = try DockerCredential(json: input)
                _ = credential.json.secretLine
                _ = try? RegistryAddress(credential.serverURL).attributes
            case .cargo: _ = try CargoRequest(line: input).keychain()
            case .aws: _ = try AWSCredentials(json: input).json.secretLine
            }
            return true
        } catch {
            return false
        }
    }
}
