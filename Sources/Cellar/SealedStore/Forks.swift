internal import Synchronization
internal import KeychainLibC

/// Whether this process is a copy that `fork()` made of one that uses stores.
///
/// SQLite's connections do not work in a copy (https://sqlite.org/howtocorrupt.html, section 2.6):
/// the locks that SQLite believes to hold belong to the parent, and a mutex that another thread held
/// at the fork is never released. So a copy must neither use nor close the connections of its
/// parent, and while it has them, SQLite's list of open files makes new ones unsafe too.
enum Forks {
    /// The number of times that this process was copied from another one, since the first store was
    /// opened.
    static var count: Int { counter.load(ordering: .relaxed) }
    /// Whether connections were open at a fork, in a parent of this process.
    static var haveInheritedConnections: Bool { inherited.load(ordering: .relaxed) }

    /// Counts a connection that was opened.
    static func addConnection() {
        _ = registration
        connections.add(1, ordering: .relaxed)
    }

    /// Counts a connection that was closed.
    static func removeConnection() {
        connections.subtract(1, ordering: .relaxed)
    }

    private static let counter = Atomic(0)
    private static let connections = Atomic(0)
    private static let inherited = Atomic(false)

    /// Asks the system to report forks, which costs less than to ask for the process's number
    /// before each request.
    private static let registration: Int32 = {
        // A handler must not be the first to use these.
        _ = (counter.load(ordering: .relaxed), inherited.load(ordering: .relaxed))
        return pthread_atfork(nil, nil) {
            Forks.counter.add(1, ordering: .relaxed)
            let hasConnections = Forks.connections.load(ordering: .relaxed) > 0
            if hasConnections { Forks.inherited.store(true, ordering: .relaxed) }
        }
    }()
}

extension StoreError {
    static var forked: StoreError {
        StoreError(
            .forked,
            """
            The keychain was opened before this process was forked, and cannot be used in the \
            child. Open keychains after the fork only, or start another program (exec).
            """
        )
    }
}
