extension Dictionary where Key == String, Value == Any? {
    /// The dictionary without the attributes that are open.
    var present: [String: Any] { compactMapValues(unwrapped) }

    /// The dictionary with the values of another, which win.
    func replaced(by other: StealthyDictionary) -> StealthyDictionary {
        merging(other) { _, new in new }
    }
}

/// A value without the optionals around it: `Any` can hide one that is empty.
func unwrapped(_ value: Any?) -> Any? {
    // First of all: an optional is itself a wrapper, and a cast would find it again and again.
    guard let value else { return nil }
    guard let wrapper = value as? any Wrapper else { return value }
    return unwrapped(wrapper.content)
}

private protocol Wrapper {
    var content: Any? { get }
}

extension Optional: Wrapper {
    fileprivate var content: Any? {
        guard case .some(let value) = self else { return nil }
        return value
    }
}
