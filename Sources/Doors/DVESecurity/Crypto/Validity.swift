/// Runs a body that cannot fail for a key of the stated type.
///
/// Where the names of this module leave no room for an error, a key type that gives bytes of
/// something else is an error of the program.
func valid<R>(_ body: () throws -> R) -> R {
    do { return try body() } catch {
        preconditionFailure("This is not a key of its type: \(error)")
    }
}
