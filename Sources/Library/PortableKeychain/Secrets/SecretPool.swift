internal import CKeychainPlatform
internal import Synchronization

/// A pool of slots of one size for small secrets, on pages that are locked into memory.
///
/// Page locks do not nest: if each secret locked its page, releasing one would unlock the page of
/// its neighbours. So the pool locks whole slabs of pages, once. A free slot always contains
/// zeroes.
final class SecretPool: Sendable {
    /// One slot of a slab, in use until it is released.
    struct Slot {
        fileprivate let slab: Slab
        let start: UnsafeMutableRawPointer
    }

    /// The number of bytes of unused slabs that a pool keeps.
    private static let idleLimit = 128 << 10

    /// The size of a slot in bytes.
    let slotSize: Int
    private let open = Mutex<[Slab]>([])

    init(slotSize: Int) {
        precondition(slotSize.isMultiple(of: Slab.smallestSlot))
        self.slotSize = slotSize
    }

    /// Returns a slot of zeroes; `nil` if there is no memory.
    func lend() -> Slot? {
        open.withLock { slabs in
            if slabs.isEmpty {
                guard let slab = Slab(slotSize: slotSize) else { return nil }
                slabs.append(slab)
            }
            let slab = slabs[slabs.count - 1]
            let start = slab.take()
            if slab.isFull { slabs.removeLast() }
            return Slot(slab: slab, start: start)
        }
    }

    /// Zeroes a slot and returns it to the pool.
    func release(_ slot: Slot) {
        pk_zero(slot.start, slotSize)
        open.withLock { slabs in
            let wasFull = slot.slab.isFull
            slot.slab.put(slot.start)
            if wasFull {
                slot.slab.place = slabs.count
                slabs.append(slot.slab)
            } else if slot.slab.isEmpty, slabs.count * slot.slab.size > Self.idleLimit {
                // Up to the limit, slabs are kept, so that the next secrets need not map and lock
                // pages.
                slabs[slot.slab.place] = slabs[slabs.count - 1]
                slabs[slot.slab.place].place = slot.slab.place
                slabs.removeLast()
            }
        }
    }
}

/// 64 slots on dedicated pages.
///
/// `@unchecked Sendable`: its state changes only while its pool's mutex is held.
private final class Slab: @unchecked Sendable {
    static let slotCount = 64
    /// 64 slots of 64 bytes fill a page of 4 KiB, the smallest page size of processors.
    static let smallestSlot = 64

    /// The index in the pool's list; valid while the slab has a free slot.
    var place = 0
    private let pages: UnsafeMutableRawPointer
    private let slotSize: Int
    /// One bit for each free slot.
    private var free = UInt64.max

    init?(slotSize: Int) {
        guard let pages = SecretPages.map(Self.slotCount * slotSize, locked: true) else {
            return nil
        }
        self.pages = pages
        self.slotSize = slotSize
    }

    deinit { SecretPages.unmap(pages, Self.slotCount * slotSize) }

    var size: Int { Self.slotCount * slotSize }
    var isFull: Bool { free == 0 }
    var isEmpty: Bool { free == .max }

    func take() -> UnsafeMutableRawPointer {
        let slot = free.trailingZeroBitCount
        free &= free - 1
        return pages + slot * slotSize
    }

    func put(_ start: UnsafeMutableRawPointer) {
        free |= 1 << UInt64((start - pages) / slotSize)
    }
}
