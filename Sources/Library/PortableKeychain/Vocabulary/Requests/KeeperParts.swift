/// The optional parts of a keeper: operations that are not requests about items.
///
/// Only this type asks a keeper for more than ``ItemKeeper``. A part that a keeper does not have is `nil`: an
/// answer of its own, which a caller cannot mistake for a keychain that is empty or has nothing left.
package struct KeeperParts {
    private let keeper: any ItemKeeper

    fileprivate init(_ keeper: any ItemKeeper) { self.keeper = keeper }

    /// Groups, locking, passcodes and backups.
    package var managed: (any ManagedKeeper)? { keeper as? any ManagedKeeper }

    /// Use through the agent alone.
    package var exclusive: (any ExclusiveKeeper)? { keeper as? any ExclusiveKeeper }

    /// Items of backups, part by part.
    package var copied: (any CopiedKeeper)? { keeper as? any CopiedKeeper }

    /// The repair of damage.
    package var repaired: (any RepairedKeeper)? { keeper as? any RepairedKeeper }

    /// Changes together, step by step.
    package var stepwise: (any StepwiseKeeper)? { keeper as? any StepwiseKeeper }

    /// The size of the file, and what is left in its log.
    package var measured: (any MeasuredKeeper)? { keeper as? any MeasuredKeeper }

    /// Items as synchronization sees them.
    package var synchronized: (any SynchronizedKeeper)? { keeper as? any SynchronizedKeeper }

    /// Earlier versions of items.
    package var versioned: (any VersionedKeeper)? { keeper as? any VersionedKeeper }
}

extension ItemKeeper {
    /// The optional parts of this keeper.
    package var parts: KeeperParts { KeeperParts(self) }
}
