/// A number with its noun, for messages: "1 item", "2 items".
///
/// - Parameters:
///   - count: The number.
///   - one: The noun in the singular.
///   - many: The plural, if it is not the singular with an "s".
/// - Returns: The number, a space, and the noun in the form that fits.
package func counted(_ count: Int, _ one: String, _ many: String? = nil) -> String {
    "\(count) \(count == 1 ? one : many ?? one + "s")"
}
