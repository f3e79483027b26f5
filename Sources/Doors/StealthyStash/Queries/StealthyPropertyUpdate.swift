/// One step in the change of a model: an item before and after.
///
/// Without a previous one the new item is created; without a new one the previous item is deleted.
public struct StealthyPropertyUpdate {
    let previousProperty: AnyStealthyProperty?
    let newProperty: AnyStealthyProperty?

    /// Creates a step.
    ///
    /// - Parameters:
    ///   - previousProperty: The item as it was, or `nil` if there was none.
    ///   - newProperty: The item as it is to be, or `nil` if there is to be none.
    public init(previousProperty: AnyStealthyProperty?, newProperty: AnyStealthyProperty?) {
        self.previousProperty = previousProperty
        self.newProperty = newProperty
    }
}

extension StealthyPropertyUpdate {
    /// Creates a step of two items of one type.
    ///
    /// - Parameters:
    ///   - previousProperty: The item as it was, or `nil` if there was none.
    ///   - newProperty: The item as it is to be, or `nil` if there is to be none.
    public init<StealthyPropertyType: StealthyProperty>(
        previousProperty: StealthyPropertyType?,
        newProperty: StealthyPropertyType?
    ) {
        self.init(
            previousProperty: previousProperty?.eraseToAnyProperty(),
            newProperty: newProperty?.eraseToAnyProperty()
        )
    }
}
