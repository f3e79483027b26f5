internal import CKeychainPlatform

/// The memory of one secret: a slot of a pool, dedicated pages, or the heap as a last resort.
///
/// Small secrets share pages that are locked once (``SecretPool``). Larger ones get dedicated
/// pages. Pages above a mebibyte are kept out of core dumps but not locked, because one of them
/// would exhaust the memory that a process may lock.
enum SecretMemory {
    case nothing
    case slot(SecretPool, SecretPool.Slot)
    case pages(UnsafeMutableRawPointer)
    /// Used if no pages can be mapped: unlocked memory is better than a crash.
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

    /// Zeroes the memory and frees it.
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
    // For keys and passwords; for tokens; for private keys of certificates and small documents.
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
