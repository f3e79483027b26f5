internal import CPlatform

/// Memory for one secret: a slot, pages of its own, or the heap as the last resort.
///
/// Small secrets share pages that are locked once (``SecretPool``). Larger ones get pages of their
/// own; those above a mebibyte are kept out of core dumps but not locked, because one of them would
/// use up what a process may lock.
enum SecretMemory {
    case nothing
    case slot(SecretPool, SecretPool.Slot)
    case pages(UnsafeMutableRawPointer)
    /// When no pages can be mapped; unlocked memory serves better than a program that stops.
    case heap(UnsafeMutableRawPointer)

    /// Reserves memory of zeroes.
    ///
    /// - Parameter count: The length in bytes.
    init(_ count: Int) {
        if count == 0 {
            self = .nothing
        } else if let pool = Self.pool(count), let slot = pool.lend() {
            self = .slot(pool, slot)
        } else if let pages = SecretPages.map(count, locked: count <= Self.largestLocked) {
            self = .pages(pages)
        } else {
            let heap = UnsafeMutableRawPointer.allocate(byteCount: count, alignment: 16)
            heap.initializeMemory(as: UInt8.self, repeating: 0, count: count)
            self = .heap(heap)
        }
    }

    /// The first byte.
    var start: UnsafeMutableRawPointer? {
        switch self {
        case .nothing: nil
        case .slot(_, let slot): slot.start
        case .pages(let pages): pages
        case .heap(let heap): heap
        }
    }

    /// Zeroes the memory and gives it back.
    func release(_ count: Int) {
        switch self {
        case .nothing: break
        case .slot(let pool, let slot): pool.release(slot)
        case .pages(let pages):
            pk_zero(pages, count)
            SecretPages.unmap(pages, count)
        case .heap(let heap):
            pk_zero(heap, count)
            heap.deallocate()
        }
    }

    private static let largestLocked = 1 << 20
    // Keys and passwords; tokens; certificates' keys and small documents.
    private static let small = SecretPool(slotSize: 64)
    private static let medium = SecretPool(slotSize: 256)
    private static let large = SecretPool(slotSize: 1024)

    private static func pool(_ count: Int) -> SecretPool? {
        switch count {
        case ...64: small
        case ...256: medium
        case ...1024: large
        default: nil
        }
    }
}
