/// A value that is stored in several items, such as a user's password and token.
public protocol StealthyModel {
    /// How the model is made of items.
    associatedtype QueryBuilder: ModelQueryBuilder
    where QueryBuilder.StealthyModelType == Self
}
