internal import Synchronization

/// Whether the log of a store holds data that was deleted or replaced, because it could not be
/// emptied yet.
///
/// A class, because the store and its writing connection share it.
final class Remains: Sendable {
    private let flag = Atomic(false)

    var arePresent: Bool {
        get { flag.load(ordering: .relaxed) }
        set { flag.store(newValue, ordering: .relaxed) }
    }
}
