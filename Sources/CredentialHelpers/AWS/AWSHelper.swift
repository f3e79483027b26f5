internal import KeychainctlKit
internal import PortableKeychain
internal import SafeText

#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// Keeps the keys of AWS programs in a keychain, by the names of their profiles.
package struct AWSHelper {
    private let keychain: HelperKeychain
    private let profile: String

    package init(_ keychain: HelperKeychain, profile: String) {
        self.keychain = keychain
        self.profile = profile
    }

    /// The service says what AWS's settings say, so that a person knows what it is for.
    private var item: ServicePassword {
        ServicePassword(service: "aws-credential-process", username: profile)
    }

    /// Finds the keys of the profile.
    ///
    /// - Throws: ``Failure`` for keys that have expired; ``KeychainError/Code/itemNotFound`` where
    ///   there are none.
    package func get(at now: Date) throws -> AWSCredentials {
        guard let (_, secret) = try item.find(in: keychain.store()) else {
            throw KeychainError(.itemNotFound)
        }
        let credentials = try AWSCredentials(json: secret)
        guard !credentials.haveExpired(at: now) else {
            throw Failure(
                .badInput,
                "the credentials of '\(profile)' have expired",
                advice: "get new ones, and give them to 'keychainctl helper aws set'"
            )
        }
        return credentials
    }

    /// Keeps keys in the place of those that there are.
    package func set(_ credentials: AWSCredentials) throws {
        try item.set(credentials.json.secretLine, in: keychain.storeToWrite())
    }

    /// Deletes the keys of the profile.
    ///
    /// - Throws: ``KeychainError/Code/itemNotFound`` where there are none.
    package func delete() throws {
        guard try item.delete(in: keychain.store()) else { throw KeychainError(.itemNotFound) }
    }
}
