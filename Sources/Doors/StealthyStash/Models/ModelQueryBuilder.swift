/// The rules by which a model is made of items.
public protocol ModelQueryBuilder {
    /// The query for a model; `Void` if there is only one.
    associatedtype QueryType
    /// The model.
    associatedtype StealthyModelType: StealthyModel

    /// The searches for the items of a model.
    ///
    /// - Parameter query: The query for the model.
    /// - Returns: Searches, by names of your own.
    static func queries(from query: QueryType) -> [String: any Query]

    /// Creates a model of items.
    ///
    /// - Parameter properties: The results of each search, by its name; an empty list for none.
    /// - Returns: The model, or `nil` if there is none.
    /// - Throws: An error for items that are missing or invalid.
    static func model(
        from properties: [String: [AnyStealthyProperty]]
    ) throws -> StealthyModelType?

    /// The items of a model.
    ///
    /// - Parameters:
    ///   - model: The model.
    ///   - operation: The operation on the items.
    /// - Returns: The items, in the order in which it is done.
    static func properties(
        from model: StealthyModelType,
        for operation: ModelOperation
    ) -> [AnyStealthyProperty]

    /// The steps from one state of a model to another.
    ///
    /// - Parameters:
    ///   - previousItem: The model as it was.
    ///   - newItem: The model as it is to be.
    /// - Returns: The steps, in the order in which they are done.
    static func updates(
        from previousItem: StealthyModelType,
        to newItem: StealthyModelType
    ) -> [StealthyPropertyUpdate]
}
