/// Lets a result leave a lock, whose values are otherwise sendable: it has no other owner.
struct Received<R>: @unchecked Sendable {
    let value: R

    init(_ value: R) { self.value = value }
}
