/// The operation on a model, for ``ModelQueryBuilder/properties(from:for:)``.
public enum ModelOperation: Sendable {
    /// Its items are being created.
    case adding
    /// Its items are being deleted.
    case deleting
}
