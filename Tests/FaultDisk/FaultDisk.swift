internal import CFaultVFS
package import SealedStore

/// A disk that counts its requests and fails when planned.
package final class FaultDisk: @unchecked Sendable {
    // Sendable: the C side has its own mutex.
    private let vfs: OpaquePointer
    private let name = "fault-\(UInt64.random(in: 0...UInt64.max))"

    package enum Failure: CaseIterable {
        /// The chosen operation and all later ones find no space.
        case diskFull
        /// The chosen operation fails.
        case inputOutput
        /// Every call fails, and changes that were not synchronized may be lost.
        case powerLoss
    }

    package struct NotCreated: Error {}

    package init() throws {
        guard let vfs = fault_vfs_create(name) else { throw NotCreated() }
        self.vfs = vfs
    }

    deinit {
        fault_vfs_destroy(vfs)
    }

    /// Options for a store on this disk.
    package func options(
        checkpointPages: Int32 = 1000,
        cachePages: Int32? = nil
    ) -> SealedStore.Options {
        SealedStore.Options(
            vfs: name,
            patience: 200_000,
            checkpointPages: checkpointPages,
            cachePages: cachePages
        )
    }

    /// Zeroes the counters and plans a failure at a step counted from 1.
    package func plan(_ failure: Failure, step: Int, seed: UInt64) {
        let kind =
            switch failure {
            case .diskFull: fault_disk_full
            case .inputOutput: fault_input_output
            case .powerLoss: fault_power_loss
            }
        fault_vfs_plan(vfs, kind, Int32(fault_any.rawValue), Int64(step), seed)
    }

    /// Zeroes the counters and works well from now on.
    package func heal() {
        fault_vfs_plan(vfs, fault_input_output, Int32(fault_any.rawValue), 0, 0)
    }

    package var hasFailed: Bool { fault_vfs_has_failed(vfs) != 0 }
    package var synchronizations: Int { Int(fault_vfs_syncs(vfs)) }
    package var writes: Int { Int(fault_vfs_writes(vfs)) }
    package var reads: Int { Int(fault_vfs_reads(vfs)) }

    /// Does something once, just before the next file is opened, as another process might.
    package func beforeNextOpen(_ body: @escaping @Sendable () -> Void) {
        let context = Unmanaged.passRetained(Body(body)).toOpaque()
        fault_vfs_before_open(
            vfs,
            { context in
                guard let context else { return }
                Unmanaged<Body>.fromOpaque(context).takeRetainedValue().body()
            },
            context
        )
    }

    private final class Body {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// Makes each synchronization last longer, as on a slow disk.
    package func slowDown(microseconds: UInt32) {
        fault_vfs_set_sync_delay(vfs, microseconds)
    }
}
