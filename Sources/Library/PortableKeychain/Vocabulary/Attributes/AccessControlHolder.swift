/// An object that represents an access control, as `SecAccessControl` does.
///
/// It lets two doors that do not import each other cooperate: one creates such objects, and the
/// other evaluates them.
package protocol AccessControlHolder: AnyObject {
    /// The access control, or `nil` for one that no item can have.
    var accessControl: AccessControl? { get }
}
