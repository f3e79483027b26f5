import Foundation
import SealedStore
import Testing

/// A folder of its own for one test, removed afterwards, and short ways to say rows.
final class Bench: Sendable {
    let folder: String
    var path: String { folder + "/store" }

    static let state = StoredState(epoch: 7, keybag: [1, 2, 3], digest: [4, 5])

    init() throws {
        folder = Self.base + "/sealed-store-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700]
        )
    }

    /// In memory where possible: these tests make thousands of files, and their disks fail by plan.
    private static let base =
        FileManager.default.isWritableFile(atPath: "/dev/shm")
        ? "/dev/shm" : FileManager.default.temporaryDirectory.path

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    func create(_ options: SealedStore.Options = .init()) throws -> SealedStore {
        try SealedStore.create(.file(path), state: Self.state, options: options)
    }

    func open(_ options: SealedStore.Options = .init()) throws -> SealedStore {
        try SealedStore.open(path, options: options)
    }

    /// The names of all files in the folder.
    func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder)
    }

    /// The length of a file named after the store; `nil` when there is none.
    func size(_ suffix: String = "") throws -> Int? {
        guard FileManager.default.fileExists(atPath: path + suffix) else { return nil }
        let attributes = try FileManager.default.attributesOfItem(atPath: path + suffix)
        return (attributes[.size] as? NSNumber)?.intValue
    }

    /// Creates a store with rows 1...count in it.
    func create(rows count: Int, _ options: SealedStore.Options = .init()) throws -> SealedStore {
        let store = try create(options)
        try store.write { transaction in
            for number in 1...count { _ = try transaction.insert(row(number)) }
        }
        return store
    }
}

/// A row that differs from others by its number.
func row(_ number: Int, group: Int64 = 1, secret: [UInt8]? = [9, 9]) -> SealedRow {
    SealedRow(
        identifier: key(1, number),
        itemClass: 2,
        protection: 3,
        flags: Int64(number % 4),
        primaryKey: key(2, number),
        group: group,
        lookups: .init(first: Int64(number / 10), second: Int64(number), third: nil),
        metadata: [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: 40),
        secret: secret
    )
}

/// A key of 16 bytes that holds a kind and a number.
func key(_ kind: UInt8, _ number: Int) -> [UInt8] {
    [kind] + [UInt8](repeating: 0, count: 7)
        + withUnsafeBytes(of: UInt64(truncatingIfNeeded: number).bigEndian) { [UInt8]($0) }
}

extension SealedStore {
    func rows(_ query: RowQuery = RowQuery(wantsSecret: true)) throws -> [SealedRow] {
        var rows: [SealedRow] = []
        try forEachRow(query) { row in
            rows.append(row.copy())
            return true
        }
        return rows
    }
}

/// The kind of the store error that a body throws.
func kind<R>(_ body: () throws -> R) -> StoreError.Kind? {
    do {
        _ = try body()
        return nil
    } catch {
        return (error as? StoreError)?.kind
    }
}
