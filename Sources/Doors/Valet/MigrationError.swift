/// The reason why values were not moved into a valet; then everything is as it was.
public enum MigrationError: Int, CaseIterable, CustomStringConvertible, Error, Equatable, Sendable {
    /// The query does not name generic passwords, or asks for something in particular of them.
    case invalidQuery
    /// A key is empty, or no text.
    case keyToMigrateInvalid
    /// A value is empty or missing.
    case dataToMigrateInvalid
    /// Two values have one key.
    case duplicateKeyToMigrate
    /// The valet has a value for a key already.
    case keyToMigrateAlreadyExistsInValet
    /// The values could be copied, and not removed from where they were.
    case removalFailed

    /// The name of the type and of the case.
    public var description: String {
        switch self {
        case .invalidQuery: "MigrationError.invalidQuery"
        case .keyToMigrateInvalid: "MigrationError.keyToMigrateInvalid"
        case .dataToMigrateInvalid: "MigrationError.dataToMigrateInvalid"
        case .duplicateKeyToMigrate: "MigrationError.duplicateKeyToMigrate"
        case .keyToMigrateAlreadyExistsInValet: "MigrationError.keyToMigrateAlreadyExistsInValet"
        case .removalFailed: "MigrationError.removalFailed"
        }
    }
}
