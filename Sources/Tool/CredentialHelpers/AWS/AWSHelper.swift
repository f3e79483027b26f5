internal import KeychainctlKit
internal import PortableKeychain
internal import SafeText
package import KeychainEssentials

/// Stores the access keys of AWS programs in a keychain, by the names of their profiles.
package struct AWSHelper {
    private let keychain: HelperKeychain
    private let profile: String

    package init(_ keychain: HelperKeychain, profile: String) {
        self.keychain = keychain
        self.profile = profile
    }

    // The service has the name of AWS's setting, so that people recognize the item.
    private var item: ServicePassword {
        ServicePassword(service: "aws-credential-process", username: profile)
    }

    /// Finds the keys of the profile.
    ///
    /// - Throws: ``Failure`` if the keys have expired, or are no JSON; ``KeychainError/Code/itemNotFound`` if there
    ///   are none.
    package func get(at now: Date) throws -> AWSCredentials {
        guard let (_, secret) = try item.find(in: keychain.store()) else {
            throw KeychainError(.itemNotFound)
        }
        let credentials: AWSCredentials
        do throws(Failure) { credentials = try AWSCredentials(json: secret) } catch {
            throw Failure(
                .badInput,
                "what is stored for '\(profile)' is not JSON with AWS credentials",
                advice: "store them again with \(storing)"
            )
        }
        guard !credentials.haveExpired(at: now) else {
            throw Failure(
                .badInput,
                "the credentials of '\(profile)' have expired",
                advice: "get new ones, and store them with \(storing)"
            )
        }
        return credentials
    }

    /// The command that stores keys of the profile.
    private var storing: String {
        "'keychainctl helper aws set \(AdvisedCommand.value(profile, or: "PROFILE"))'"
    }

    /// Stores the keys of the profile, and replaces existing ones.
    package func set(_ credentials: AWSCredentials) throws {
        try item.set(credentials.json.secretLine, in: keychain.storeToWrite())
    }

    /// Deletes the keys of the profile.
    ///
    /// - Throws: ``KeychainError/Code/itemNotFound`` if there are none.
    package func delete() throws {
        guard try item.delete(in: keychain.store()) else { throw KeychainError(.itemNotFound) }
    }
}
