internal import PortableKeychain

extension Keychain {
    /// The authentication that reading an item requires: a set of flags, each at most once.
    ///
    /// Two sets are equal when they hold the same flags and ask with the same prompt.
    public struct AccessControlFlags {
        private var flags: Set<AccessControlFlag>

        /// Creates an empty set.
        public init() { flags = [] }

        /// Creates an empty set with room for a number of flags.
        public init(minimumCapacity: Int) { flags = Set(minimumCapacity: minimumCapacity) }

        /// Creates a set of flags; the first of equal ones counts.
        public init(_ sequence: some Sequence<AccessControlFlag>) { flags = Set(sequence) }

        /// The reason, for the user, to ask for the application's password; `nil` without that
        /// flag.
        public var applicationPasswordPrompt: String? {
            for case .applicationPassword(let prompt) in flags { return prompt() }
            return nil
        }

        /// Adds a flag, unless an equal one is there.
        ///
        /// - Parameter newMember: The flag.
        /// - Returns: Whether it was added, and the flag that is there now.
        @discardableResult
        public mutating func insert(
            _ newMember: AccessControlFlag
        ) -> (inserted: Bool, memberAfterInsert: AccessControlFlag) {
            flags.insert(newMember)
        }

        /// Adds a flag in place of an equal one.
        ///
        /// - Parameter newMember: The flag.
        /// - Returns: The flag that was there.
        @discardableResult
        public mutating func update(with newMember: AccessControlFlag) -> AccessControlFlag? {
            flags.update(with: newMember)
        }

        /// Removes a flag.
        ///
        /// - Parameter member: The flag, or an equal one.
        /// - Returns: The flag that was there.
        @discardableResult
        public mutating func remove(_ member: AccessControlFlag) -> AccessControlFlag? {
            flags.remove(member)
        }

        /// Removes the flag at a place.
        ///
        /// - Parameter position: The place, before ``endIndex``.
        /// - Returns: The flag that was there.
        public mutating func remove(at position: Index) -> Element { flags.remove(at: position) }

        /// Removes all flags.
        ///
        /// - Parameter keepCapacity: Whether their room is kept.
        public mutating func removeAll(keepingCapacity keepCapacity: Bool = false) {
            flags.removeAll(keepingCapacity: keepCapacity)
        }

        /// Removes some flag from a set that is not empty.
        ///
        /// - Returns: The flag.
        public mutating func removeFirst() -> AccessControlFlag { flags.removeFirst() }

        var constraints: PortableKeychain.AccessControl.Constraints {
            flags.reduce(into: []) { $0.formUnion($1.constraint) }
        }
    }
}

extension Keychain.AccessControlFlags: Collection {
    /// A place in the set.
    public typealias Index = Set<Keychain.AccessControlFlag>.Index
    /// One flag.
    public typealias Element = Keychain.AccessControlFlag

    /// The first place.
    public var startIndex: Index { flags.startIndex }

    /// The place after the last.
    public var endIndex: Index { flags.endIndex }

    /// The flag at a place.
    public subscript(index: Index) -> Iterator.Element { flags[index] }

    /// The place after another.
    public func index(after i: Index) -> Index { flags.index(after: i) }
}

extension Keychain.AccessControlFlags: ExpressibleByArrayLiteral {
    /// One flag of a literal.
    public typealias ArrayLiteralElement = Keychain.AccessControlFlag

    /// Creates a set of the flags of a literal; the first of equal ones counts.
    public init(arrayLiteral elements: Element...) { self.init(elements) }
}

extension Keychain.AccessControlFlags: Hashable {
    /// Whether two sets hold the same flags and ask with the same prompt.
    public static func == (lhs: Self, rhs: Self) -> Bool {
        lhs.flags == rhs.flags && lhs.applicationPasswordPrompt == rhs.applicationPasswordPrompt
    }

    /// Feeds the flags and the prompt into the hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(flags)
        hasher.combine(applicationPasswordPrompt)
    }
}
