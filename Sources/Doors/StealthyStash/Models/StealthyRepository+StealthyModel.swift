extension StealthyRepository {
    /// Creates all items of a model, or none.
    ///
    /// - Parameter model: The model.
    /// - Throws: The error of the first item that fails, as ``create(_:)-(AnyStealthyProperty)``.
    public func create<StealthyModelType: StealthyModel>(_ model: StealthyModelType) throws {
        let items = StealthyModelType.QueryBuilder.properties(from: model, for: .adding)
        try perform(items.map(ChangeStep.create))
    }

    /// Changes the items of a model.
    ///
    /// A ``KeychainRepository`` makes all changes or none; another repository stops at the first
    /// that fails.
    ///
    /// - Parameters:
    ///   - previousItem: The model as it was.
    ///   - newItem: The model as it is to be.
    /// - Throws: The error of the first change that fails, as ``upsert(from:to:)`` and
    ///   ``delete(_:)-(AnyStealthyProperty)``.
    public func update<StealthyModelType: StealthyModel>(
        from previousItem: StealthyModelType,
        to newItem: StealthyModelType
    ) throws {
        let updates = StealthyModelType.QueryBuilder.updates(from: previousItem, to: newItem)
        try perform(updates.compactMap(ChangeStep.init))
    }

    /// Deletes all items of a model.
    ///
    /// An item that is missing or cannot be deleted does not keep the others: no secret of the
    /// model stays behind it.
    ///
    /// - Parameter model: The model.
    /// - Throws: The error of the first item that fails, after all were tried, as
    ///   ``delete(_:)-(AnyStealthyProperty)``.
    public func delete<StealthyModelType: StealthyModel>(_ model: StealthyModelType) throws {
        var failure: (any Error)?
        for item in StealthyModelType.QueryBuilder.properties(from: model, for: .deleting) {
            do { try delete(item) } catch { failure = failure ?? error }
        }
        if let failure { throw failure }
    }

    /// Finds a model; its searches run at the same time.
    ///
    /// - Parameter query: The query for the model.
    /// - Returns: The model, or `nil` if there is none.
    /// - Throws: Any error of a search or of the creation of the model.
    public func fetch<StealthyModelType: StealthyModel>(
        _ query: StealthyModelType.QueryBuilder.QueryType
    ) async throws -> StealthyModelType? {
        let queries = StealthyModelType.QueryBuilder.queries(from: query)
        let properties = try await withThrowingTaskGroup(
            of: (String, [AnyStealthyProperty]).self
        ) { group in
            for (name, query) in queries {
                group.addTask { (name, try self.query(query)) }
            }
            return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        return try StealthyModelType.QueryBuilder.model(from: properties)
    }

    /// Finds the model of which there is only one.
    ///
    /// - Returns: The model, or `nil` if there is none.
    /// - Throws: The same errors as ``fetch(_:)``.
    public func fetch<StealthyModelType: StealthyModel>() async throws -> StealthyModelType?
    where StealthyModelType.QueryBuilder.QueryType == Void {
        try await fetch(())
    }
}
