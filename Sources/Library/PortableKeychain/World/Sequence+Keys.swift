extension Sequence {
    /// The pairs of a dictionary in the order of their keys.
    ///
    /// One function for all dictionaries: the compiler makes a sort of its own, of some kilobytes, for each type of
    /// pair that is sorted with a closure.
    @inline(never)
    package func inOrderOfKeys<Key: Comparable, Value>() -> [(key: Key, value: Value)]
    where Element == (key: Key, value: Value) {
        sorted { $0.key < $1.key }
    }
}
