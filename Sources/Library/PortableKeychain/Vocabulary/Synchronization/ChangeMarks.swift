/// The change marks of a keychain immediately before and after a transaction.
///
/// No other transaction lies between the two, so a program that read the keychain at `before` knows
/// its content at `after`.
package struct ChangeMarks: Hashable, Sendable {
    /// The mark (`Keychain.changeMark`) that the transaction found.
    package let before: [UInt8]
    /// The mark that it left; the same one if it changed nothing.
    package let after: [UInt8]

    /// Makes a pair of marks.
    package init(before: [UInt8], after: [UInt8]) {
        (self.before, self.after) = (before, after)
    }
}
