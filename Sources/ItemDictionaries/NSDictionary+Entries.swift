internal import Foundation

extension NSDictionary {
    /// All keys with their values.
    ///
    /// An iterator looks each key up again, and here a closure gets each key and each value turned
    /// into a value of Swift first: three times the work.
    var entries: [(key: Any, value: Any)] {
        #if canImport(Darwin)
            var entries: [(key: Any, value: Any)] = []
            enumerateKeysAndObjects { key, value, _ in entries.append((key, value)) }
            return entries
        #else
            // Both come from one table, or from the same keys.
            return Array(zip(allKeys, allValues)).map { (key: $0, value: $1) }
        #endif
    }
}
