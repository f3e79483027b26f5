@_spi(Keepers) public import PortableKeychain

extension ConformanceSuite {
    /// A kind of keeper to be examined.
    public struct Subject: Sendable {
        /// Creates a session with a separate store, empty and unlocked, without a passcode.
        public let makeSession: @Sendable () throws -> Session

        /// Creates a subject.
        ///
        /// - Parameter makeSession: Makes a session with a separate store, empty and unlocked.
        public init(_ makeSession: @escaping @Sendable () throws -> Session) {
            self.makeSession = makeSession
        }
    }

    /// A store under examination, with operations in addition to requests.
    public struct Session: Sendable {
        /// Creates a keeper on this session's store for a caller in the given access groups.
        @_spi(Keepers) public let keeper: @Sendable ([String]) throws -> any ItemKeeper
        /// The functions that lock the store; `nil` if it cannot be locked.
        public let locking: Locking?
        /// The clock of the store; `nil` if it cannot be set.
        public let time: Time?
        /// The simulated user; `nil` if answers cannot be configured.
        public let authentication: Authentication?

        /// Creates a session.
        ///
        /// - Parameters:
        ///   - locking: The functions that lock the store; without them, rules on locking are
        ///     skipped.
        ///   - time: The clock of the store; without it, rules on exact times are skipped.
        ///   - authentication: The simulated user; without it, rules about prompts are skipped.
        ///   - keeper: Makes a keeper for a caller in the given groups, all on the same store.
        @_spi(Keepers) public init(
            locking: Locking? = nil,
            time: Time? = nil,
            authentication: Authentication? = nil,
            keeper: @escaping @Sendable ([String]) throws -> any ItemKeeper
        ) {
            self.keeper = keeper
            self.locking = locking
            self.time = time
            self.authentication = authentication
        }

        func offers(_ needs: Set<ConformanceRule.Need>) -> Bool {
            needs.allSatisfy {
                switch $0 {
                case .locking: locking != nil
                case .restarting: locking?.restart != nil
                case .time: time != nil
                case .authentication: authentication != nil
                }
            }
        }
    }

    /// The passcode and the lock of a store.
    public struct Locking: Sendable {
        /// Sets a passcode; the store stays unlocked.
        public let setPasscode: @Sendable () throws -> Void
        /// Removes the passcode of an unlocked store.
        public let removePasscode: @Sendable () throws -> Void
        /// Locks a store that has a passcode.
        public let lock: @Sendable () throws -> Void
        /// Unlocks it with the passcode.
        public let unlock: @Sendable () throws -> Void
        /// Forgets that the store was ever unlocked, as a restart does; `nil` if it cannot.
        public let restart: (@Sendable () throws -> Void)?

        /// Creates the controls of a lock.
        ///
        /// - Parameters:
        ///   - setPasscode: Sets a passcode; the store stays unlocked.
        ///   - removePasscode: Removes the passcode of an unlocked store.
        ///   - lock: Locks a store that has a passcode.
        ///   - unlock: Unlocks it with the passcode.
        ///   - restart: Forgets that the store was ever unlocked; without it, rules on the time
        ///     before the first unlock are skipped.
        public init(
            setPasscode: @escaping @Sendable () throws -> Void,
            removePasscode: @escaping @Sendable () throws -> Void,
            lock: @escaping @Sendable () throws -> Void,
            unlock: @escaping @Sendable () throws -> Void,
            restart: (@Sendable () throws -> Void)? = nil
        ) {
            self.setPasscode = setPasscode
            self.removePasscode = removePasscode
            self.lock = lock
            self.unlock = unlock
            self.restart = restart
        }
    }

    /// A clock that a test can read and move.
    public struct Time: Sendable {
        /// The store's time in seconds since 2001-01-01T00:00:00Z.
        public let now: @Sendable () -> Double
        /// Lets the given number of seconds pass.
        public let advance: @Sendable (Double) -> Void

        /// Creates a steerable time.
        ///
        /// - Parameters:
        ///   - now: The store's time in seconds since 2001-01-01T00:00:00Z.
        ///   - advance: Lets the given number of seconds pass.
        public init(
            now: @escaping @Sendable () -> Double,
            advance: @escaping @Sendable (Double) -> Void
        ) {
            self.now = now
            self.advance = advance
        }
    }
}
