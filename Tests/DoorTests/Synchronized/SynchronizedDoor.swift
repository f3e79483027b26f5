/// The part of a door that stores items for other devices, in the words of that door.
///
/// Each adapter is a file that imports one door, because doors share names.
protocol SynchronizedDoor: Sendable {
    /// Stores a new synchronizable password of an account.
    func store(_ secret: String, account: String) throws
    /// Reads it.
    func read(account: String) throws -> String?
    /// Replaces it.
    func update(_ secret: String, account: String) throws
    /// Removes it.
    func delete(account: String) throws
    /// Stores a password that stays on this device, under the same name.
    func storeHere(_ secret: String, account: String) throws
}
