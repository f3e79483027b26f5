internal import Synchronization

/// The living valets, so that equal ones are the same object.
final class InstanceCache<Instance: AnyObject & Sendable>: Sendable {
    private struct Reference: Sendable { weak var instance: Instance? }

    private let references = Mutex<[Sandbox: Reference]>([:])

    /// The living valet of a sandbox, or a new one.
    func instance(_ sandbox: Sandbox, _ make: (Sandbox) -> Instance) -> Instance {
        references.withLock { references in
            if let instance = references[sandbox]?.instance { return instance }
            // Expired references are removed on each insertion, so they never accumulate.
            references = references.filter { $0.value.instance != nil }
            let instance = make(sandbox)
            references[sandbox] = Reference(instance: instance)
            return instance
        }
    }
}
