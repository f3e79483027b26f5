/// A value that is stored in several items, such as a user's password and token.
public protocol StealthyModel {
    /// The builder that makes the model of items.
    associatedtype QueryBuilder: ModelQueryBuilder
    where QueryBuilder.StealthyModelType == Self
}
