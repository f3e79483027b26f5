import CKeychainSQLite
import Foundation
import ProofSupport
import Testing
@_spi(Keepers) @testable import PortableKeychain

/// A small closed keychain that is damaged in many ways, and the errors that are allowed
/// afterwards.
struct Target {
    let bench: Bench
    /// The file as its owner left it, and as it was some changes earlier.
    let sound: [UInt8]
    let older: [UInt8]
    private let truth: [Fact]
    private let olderTruth: [Fact]

    /// Everything about one item.
    struct Fact: Hashable {
        let itemClass: ItemClass
        let attributes: ItemAttributes
        let secret: [UInt8]?
        let reference: [UInt8]

        init(_ item: ItemAnswer.Item) {
            itemClass = item.itemClass
            attributes = item.attributes ?? [:]
            secret = item.secret?.array
            reference = item.persistentReference ?? []
        }
    }

    static let numbers = 1...6

    init() throws {
        bench = try Bench(remembers: false)
        do {
            let keychain = try bench.create()
            for number in Self.numbers { try keychain.add(ProofItem(number, version: number)) }
            try keychain.add(ProofItem(9, version: 9))
            olderTruth = try Self.everything(keychain)
        }
        older = try bench.bytes()
        do {
            let keychain = try bench.open()
            for number in 1...4 { try keychain.update(ProofItem(number, version: 10)) }
            try keychain.delete(number: 9)
            try Self.leaveTombstone(in: keychain)
            try keychain.setPasscode(secret("first"))
            try keychain.removePasscode(secret("first"))
        }
        sound = try bench.bytes()
        let keychain = try bench.open()
        truth = try Self.everything(keychain)
        #expect(truth.count == Self.numbers.count)
    }

    private static func leaveTombstone(in keychain: Keychain) throws {
        for verb in [ItemRequest.Verb.add, .delete] {
            _ = try keychain.keeper.perform(
                ItemRequest(
                    verb,
                    itemClass: .genericPassword,
                    attributes: [
                        .account: .string(ProofItem.account(10)),
                        .synchronizable: .number(1),
                    ]
                )
            )
        }
    }

    /// Uses the file as it is now, in every way, and returns each broken rule.
    ///
    /// - Parameters:
    ///   - mustBeSeen: Whether opening or verifying has to notice something.
    ///   - allowsOlder: Whether a single item may be what it was earlier.
    /// - Returns: An empty list when all is well.
    func complaints(mustBeSeen: Bool = false, allowsOlder: Bool = false) -> [String] {
        var complaints: [String] = []
        for suffix in ["-wal", "-shm"] where !keepsCompanions { unlink(bench.path + suffix) }
        do {
            for listsFirst in [false, true] {
                let keychain = try bench.open()
                if listsFirst { list(keychain, &complaints) }
                single(keychain, allowsOlder ? truth + olderTruth : truth, &complaints)
                if !listsFirst { list(keychain, &complaints) }
                let problems = try keychain.verify().problems
                if problems.isEmpty, mustBeSeen { complaints.append("nothing was seen") }
            }
        } catch {
            judge(error, "opening or verifying", &complaints)
        }
        return complaints
    }

    var keepsCompanions = false

    private func single(_ keychain: Keychain, _ known: [Fact], _ complaints: inout [String]) {
        for number in Self.numbers {
            do {
                let fact = try Self.ask(keychain, number)
                let account = AttributeValue.string(ProofItem.account(number))
                if !known.contains(fact) || fact.attributes[.account] != account {
                    complaints.append("another item \(number)")
                }
            } catch {
                judge(error, "item \(number)", &complaints)
            }
        }
        for reference in truth.map(\.reference) {
            do {
                let fact = try Self.ask(keychain, reference)
                if !known.contains(fact) || fact.reference != reference {
                    complaints.append("another item by reference")
                }
            } catch {
                judge(error, "item by reference", &complaints)
            }
        }
        for number in [9, 10, 11] {
            do {
                let fact = try Self.ask(keychain, number)
                if !known.contains(fact) { complaints.append("the absent item \(number)") }
            } catch {
                guard (error as? KeychainError)?.code != .itemNotFound else { continue }
                judge(error, "absent item", &complaints)
            }
        }
    }

    private func list(_ keychain: Keychain, _ complaints: inout [String]) {
        do {
            let found = try Self.everything(keychain)
            if found.count != truth.count || Set(found) != Set(truth) {
                complaints.append("another list: \(found.count) items")
            }
        } catch {
            judge(error, "list", &complaints)
        }
    }

    /// Damage has its own errors; absence is none of them.
    private func judge(_ error: any Error, _ what: String, _ complaints: inout [String]) {
        let allowed: [KeychainError.Code] = [
            .corrupt, .notAKeychain, .newerVersion, .wrongDeviceKey,
        ]
        guard let code = (error as? KeychainError)?.code, allowed.contains(code) else {
            complaints.append("\(what): \(error)")
            return
        }
    }

    private static func ask(_ keychain: Keychain, _ number: Int) throws -> Fact {
        try ask(
            keychain,
            ItemRequest(
                .copyMatching,
                itemClass: ProofItem.itemClass(number),
                attributes: [.account: .string(ProofItem.account(number))]
            )
        )
    }

    private static func ask(_ keychain: Keychain, _ reference: [UInt8]) throws -> Fact {
        try ask(keychain, ItemRequest(.copyMatching, persistentReference: reference))
    }

    private static func ask(_ keychain: Keychain, _ request: ItemRequest) throws -> Fact {
        var request = request
        request.returning = [.data, .attributes, .persistentReference]
        let answer = try keychain.keeper.perform(request)
        return Fact(try #require(answer.items.first))
    }

    private static func everything(_ keychain: Keychain) throws -> [Fact] {
        var facts: [Fact] = []
        for itemClass in [ItemClass.genericPassword, .internetPassword] {
            let answer = try keychain.keeper.perform(
                ItemRequest(
                    .copyMatching,
                    itemClass: itemClass,
                    limit: .all,
                    returning: [.data, .attributes, .persistentReference]
                )
            )
            facts += answer.items.map { Fact($0) }
        }
        return facts
    }
}

extension Bench {
    func bytes(_ suffix: String = "") throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: path + suffix)))
    }

    func write(_ bytes: [UInt8], _ suffix: String = "") throws {
        for old in ["-wal", "-shm", suffix] { unlink(path + old) }
        let isMade = FileManager.default.createFile(
            atPath: path + suffix,
            contents: Data(bytes),
            attributes: [.posixPermissions: 0o600]
        )
        #expect(isMade)
    }

    /// Runs SQL on the file behind the keychain's back.
    func run(_ sql: String) throws {
        var handle: OpaquePointer?
        try #require(sqlite3_open(path, &handle) == SQLITE_OK)
        defer { sqlite3_close(handle) }
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        try #require(code == SQLITE_OK, "\(String(cString: sqlite3_errmsg(handle))): \(sql)")
    }

    /// Overwrites a page.
    func destroyPage(_ page: Int) throws {
        var bytes = try bytes()
        let place = (page - 1) * 4096..<page * 4096
        bytes.replaceSubrange(place, with: repeatElement(0xa5, count: 4096))
        try write(bytes)
    }

    /// Runs code while the table of items has none of the indexes that refuse a second row; returns how many
    /// they are.
    func withoutUniqueIndexes(_ body: () throws -> Void) throws -> Int {
        let names = ["sqlite_autoindex_items_1", "sqlite_autoindex_items_2"]
        let pages = try names.map { try #require(try rootPage(of: $0)) }
        try run(
            """
            PRAGMA writable_schema = ON; DELETE FROM sqlite_schema WHERE name LIKE 'sqlite_autoindex%'; \
            UPDATE sqlite_schema SET sql = replace(sql, ' UNIQUE', '') WHERE name = 'items'
            """
        )
        try body()
        let rows = zip(names, pages).map { "('index', '\($0)', 'items', \($1), NULL)" }
        try run(
            """
            PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(replace(sql, \
            'identifier BLOB NOT NULL', 'identifier BLOB NOT NULL UNIQUE'), \
            'primary_key BLOB NOT NULL', 'primary_key BLOB NOT NULL UNIQUE') WHERE name = 'items'; \
            INSERT INTO sqlite_schema(type, name, tbl_name, rootpage, sql) VALUES \(rows.joined(separator: ", "))
            """
        )
        return names.count
    }

    /// The number of the first page of a table or an index.
    func rootPage(of name: String) throws -> Int? {
        try number("SELECT rootpage FROM sqlite_schema WHERE name = '\(name)'")
    }

    /// Asks for one number, past the keychain; `nil` if there is no row.
    func number(_ sql: String) throws -> Int? {
        var handle: OpaquePointer?
        try #require(sqlite3_open(path, &handle) == SQLITE_OK)
        defer { sqlite3_close(handle) }
        var statement: OpaquePointer?
        try #require(sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK)
        defer { sqlite3_finalize(statement) }
        return sqlite3_step(statement) == SQLITE_ROW ? Int(sqlite3_column_int(statement, 0)) : nil
    }
}
