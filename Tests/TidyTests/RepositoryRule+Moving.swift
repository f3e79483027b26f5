// The folders are on their way to the chapters that `RepositoryRule+Chapters` draws. This file goes
// when they have arrived.

extension RepositoryRule {
    /// The chapters of paths that are elsewhere now; the first prefix that fits.
    static let moving: [(String, String)] = [
        ("API/SecretBytes/", "Secrets"),
        ("API/Errors/", "Errors"),
        ("Objects/Keys/KeychainError+Attempt.swift", "Errors"),
        ("Sealing/ContiguousBytes+TypedThrows.swift", "Errors"),
        ("API/Attributes/", "Vocabulary"),
        ("API/Items/", "Vocabulary"),
        ("API/Matching/", "Vocabulary"),
        ("API/LockState.swift", "Vocabulary"),
        ("API/VerificationReport.swift", "Vocabulary"),
        ("API/Backup/BackupItem.swift", "Vocabulary"),
        ("API/Access/AccessControlHolder.swift", "Vocabulary"),
        ("API/Access/AuthenticationContext.swift", "Vocabulary"),
        ("Objects/Keys/KeyMaterial+Attributes.swift", "Vocabulary"),
        ("Rules/ItemRequest.swift", "Vocabulary"),
        ("Rules/ItemAnswer.swift", "Vocabulary"),
        ("API/Objects/", "Objects"),
        ("API/Access/Keychain+Authenticating.swift", "Verbs"),
        ("API/Access/", "UserInteraction"),
        ("World/AssuanDialogue.swift", "UserInteraction"),
        ("World/TerminalPrompt.swift", "UserInteraction"),
        ("Objects/Certificates/CertificateFilter.swift", "Rules"),
        ("World/SecItem", "AppleKeychain"),
        ("World/KeychainFolder.swift", "Verbs"),
        ("World/KeychainPreferences.swift", "Verbs"),
        ("API/", "Verbs"),
    ]

    /// Paths and the types that they still name although they should not.
    static let unsettled: [[String]] = [
        // `SecretBytes.random(count:)` belongs in World, as an extension.
        [library + "API/SecretBytes/SecretBytes.swift", "KeychainEntropy"]
    ]
}
