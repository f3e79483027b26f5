internal import Foundation

extension NSDictionary {
    /// Calls a body with each key and its value.
    ///
    /// An iterator looks each key up again, and Foundation's own method with a closure turns each key
    /// and each value into a value of Swift first: three times the work.
    func forEachEntry<E: Error>(_ body: (_ key: Any, _ value: Any) throws(E) -> Void) throws(E) {
        #if canImport(Darwin)
            var keys: [Any] = []
            var values: [Any] = []
            enumerateKeysAndObjects { key, value, _ in
                keys.append(key)
                values.append(value)
            }
        #else
            // Both come from one table, or from the same keys.
            let (keys, values) = (allKeys, allValues)
        #endif
        for place in keys.indices { try body(keys[place], values[place]) }
    }
}
