extension Sequence {
    /// The pairs of a dictionary in the order of their keys.
    ///
    /// One function for all dictionaries: the compiler makes a sort of its own, of some kilobytes, for each type of
    /// pair that is sorted with a closure.
    @inline(never)
    package func inOrderOfKeys<Key: Comparable, Value>() -> [(key: Key, value: Value)]
    where Element == (key: Key, value: Value) {
        inOrder { $0.key }
    }

    /// The elements in the order of what a closure reads in each; equal ones stay as they are.
    ///
    /// One function, as for pairs: for short sequences, where time does not count.
    ///
    /// - Parameter key: Reads the value that decides.
    /// - Returns: The elements.
    @inline(never)
    package func inOrder<Key: Comparable>(of key: (Element) -> Key) -> [Element] {
        sorted { key($0) < key($1) }
    }
}
