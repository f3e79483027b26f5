/// Lets a result leave a lock, whose values are otherwise sendable: nothing else has it.
struct Received<R>: @unchecked Sendable {
    let value: R

    init(_ value: R) { self.value = value }
}
