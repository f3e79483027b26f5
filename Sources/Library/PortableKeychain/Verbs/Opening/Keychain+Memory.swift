package import KeychainEssentials

extension Keychain {
    /// The time since which the latest state of a keychain is remembered in the folder of a
    /// configuration, so that an older file is refused.
    ///
    /// It does not remember anything itself.
    ///
    /// - Parameters:
    ///   - place: The keychain.
    ///   - configuration: The configuration whose folder remembers it.
    /// - Returns: The time; `nil` if nothing is remembered.
    /// - Throws: The same errors as ``open(_:configuration:)``.
    package static func rememberedSince(
        _ place: Place,
        configuration: Configuration
    ) throws(KeychainError) -> Date? {
        let folder = KeychainFolder(configuration)
        var world = configuration.world
        world.memory = nil
        let vault = try Vault.open(
            try folder.path(place),
            world: world,
            finding: folder.device(_:)
        )
        return RollbackMemory(folder.memoryPath, vault.device).record(of: vault.identifier).map {
            Date(timeIntervalSinceReferenceDate: $0.since)
        }
    }
}
