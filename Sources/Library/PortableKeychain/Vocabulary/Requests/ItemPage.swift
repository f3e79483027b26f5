/// A part of a long list: a search for all matches that states one is answered part by part.
///
/// Each part is a state of its own, so that neither memory nor the time for which a file is read grow
/// with the list. Matches come in the order in which they were stored, whatever the parts: one that is
/// there and unchanged all the time is in exactly one of them. One that is added, changed or deleted
/// meanwhile is in the parts as it was when its part was read, or in none.
///
/// A keeper that knows no parts answers with the whole list, and without ``ItemAnswer/next``.
package struct ItemPage: Hashable, Sendable {
    /// The place in a list after which a part begins, from the answer before it.
    package struct Place: Hashable, Sendable {
        /// The row of the last item before the part.
        package let row: Int64

        /// Makes a place.
        package init(row: Int64) { self.row = row }
    }

    /// The largest number of items in the part, 1 or more.
    package var size: Int
    /// The place where it begins; `nil` for the beginning of the list.
    package var after: Place?

    /// Makes a part.
    package init(_ size: Int, after: Place? = nil) { (self.size, self.after) = (size, after) }
}
