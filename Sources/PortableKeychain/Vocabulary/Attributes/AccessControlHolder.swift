/// An object that stands for a protection, as `SecAccessControl` does.
///
/// Shared by two doors that do not import each other: one makes such objects, and the other
/// evaluates them.
package protocol AccessControlHolder: AnyObject {
    /// The protection, or `nil` for one that no item can have.
    var accessControl: AccessControl? { get }
}
