/// Parts of a value that most values of its type do not have.
///
/// They are apart from the others, behind one reference, because keys and certificates are large and
/// each copy of a request or of a list of answers would copy them. A value: a change makes new parts.
struct Rare<Parts: Sendable>: Sendable {
    private final class Box: Sendable {
        let parts: Parts

        init(_ parts: Parts) { self.parts = parts }
    }

    private var box: Box?

    /// The parts; `nil` if none was ever set.
    var parts: Parts? { box?.parts }

    /// Changes the parts, or those of a value without any.
    mutating func change(_ none: @autoclosure () -> Parts, _ change: (inout Parts) -> Void) {
        var parts = box?.parts ?? none()
        change(&parts)
        box = Box(parts)
    }
}
