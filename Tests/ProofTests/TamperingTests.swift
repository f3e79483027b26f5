import Foundation
import ProofSupport
import Testing

@testable import PortableKeychain

/// An attacker that can write the file, but has no key, moves whole parts of it about: rows, halves
/// of rows, tokens, tables, pages.
@Suite struct TamperingTests {
    /// The operations on rows and tables, with the earlier file as `old` and another keychain of
    /// the same device as `other`.
    static let operations: [String] =
        swaps + [
            // Halves of rows as they were.
            """
            UPDATE items SET metadata = (SELECT metadata FROM old.items o WHERE o.id = items.id) \
            WHERE id = 2
            """,
            """
            UPDATE items SET secret = (SELECT secret FROM old.items o WHERE o.id = items.id) \
            WHERE id = 1
            """,
            // Rows of another keychain.
            """
            UPDATE items SET metadata = (SELECT metadata FROM other.items o WHERE o.id = items.id), \
            secret = (SELECT secret FROM other.items o WHERE o.id = items.id) WHERE id <= 6
            """,
            "DELETE FROM items; INSERT INTO items SELECT * FROM other.items",
            // Rows that go, come or move.
            "DELETE FROM items WHERE id = 1", "DELETE FROM items WHERE id = 6",
            "DELETE FROM items",
            """
            INSERT INTO items SELECT id + 100, randomblob(16), class, protection, flags, \
            randomblob(16), grp, first, second, third, metadata, secret FROM items WHERE id = 1
            """,
            """
            INSERT INTO items VALUES(99, randomblob(16), 1, 1, 0, randomblob(16), 1, 2, 3, NULL, \
            randomblob(200), randomblob(60))
            """,
            // The state.
            "UPDATE state SET keybag = (SELECT keybag FROM old.state)",
            "UPDATE state SET digest = (SELECT digest FROM old.state)",
            """
            UPDATE state SET keybag = (SELECT keybag FROM old.state), \
            digest = (SELECT digest FROM old.state), epoch = (SELECT epoch FROM old.state)
            """,
            "UPDATE state SET keybag = (SELECT keybag FROM other.state)",
            "UPDATE state SET digest = (SELECT digest FROM other.state)",
            """
            UPDATE state SET keybag = (SELECT keybag FROM other.state), \
            digest = (SELECT digest FROM other.state)
            """,
            "UPDATE state SET epoch = epoch + 1", "UPDATE state SET epoch = -1",
            "UPDATE items SET id = id + 50 WHERE id = 1", "UPDATE state SET keybag = X''",
            "UPDATE state SET keybag = zeroblob(70000)",
            "UPDATE state SET digest = X''", "UPDATE state SET digest = zeroblob(2000000)",
            "UPDATE state SET keybag = substr(keybag, 1, 100)", "DELETE FROM state",
        ] + columns + layouts

    /// Whole rows as they were at other times.
    static let rollbacks: [String] = [
        """
        UPDATE items SET metadata = (SELECT metadata FROM old.items o WHERE o.id = items.id), \
        secret = (SELECT secret FROM old.items o WHERE o.id = items.id) WHERE id = 1
        """,
        "REPLACE INTO items SELECT * FROM old.items WHERE id = 3",
        "DELETE FROM items; INSERT INTO items SELECT * FROM old.items",
        "REPLACE INTO items SELECT * FROM old.items WHERE id = 7",
    ]

    /// One column, or several, of the first and second row change places.
    static let swaps: [String] = [
        ["metadata"], ["secret"], ["metadata", "secret"], ["grp", "first", "second", "third"],
        ["first"], ["second"], ["identifier"], ["primary_key"], ["identifier", "primary_key"],
        [
            "identifier", "class", "protection", "flags", "primary_key", "grp", "first", "second",
            "third",
        ],
    ].flatMap { columns in
        // Rows 1 and 3 have the same class, 1 and 2 do not.
        [exchange(columns, 1, 3), exchange(columns, 1, 2)]
    }

    private static func exchange(_ columns: [String], _ one: Int, _ two: Int) -> String {
        // The unique columns move in two steps, so that no value is there twice in between.
        let changes = Set(columns + ["identifier", "primary_key"]).sorted().map { column in
            let source = columns.contains(column) ? "\(one + two) - items.id" : "items.id"
            return "\(column) = (SELECT \(column) FROM t WHERE t.id = \(source))"
        }
        let rows = "WHERE id IN (\(one), \(two))"
        return """
            CREATE TEMP TABLE t AS SELECT * FROM items; \
            UPDATE items SET identifier = randomblob(16), primary_key = randomblob(16) \(rows); \
            UPDATE items SET \(changes.joined(separator: ", ")) \(rows)
            """
    }

    static let columns: [String] =
        [
            "flags = flags | 1", "flags = flags | 2", "flags = flags | 3", "flags = flags | 4",
            "flags = 1 << 40", "flags = -1", "protection = protection + 1", "protection = 0",
            "protection = 999", "protection = protection + 256",
            "protection = protection | (1 << 32)", "protection = -1", "class = 3 - class",
            "class = 9", "class = class + 256", "grp = grp + 1", "first = NULL", "second = NULL",
            "third = NULL, first = 5", "third = 5", "secret = NULL", "secret = X''",
            "secret = zeroblob(28)", "metadata = X''", "metadata = zeroblob(28)",
            "metadata = CAST(metadata || X'00' AS BLOB)", "secret = CAST(secret || X'00' AS BLOB)",
            "metadata = substr(metadata, 1, length(metadata) - 1)",
            "secret = substr(secret, 1, length(secret) - 32)", "identifier = zeroblob(16)",
            "primary_key = zeroblob(16)", "identifier = X'00'", "primary_key = zeroblob(17)",
        ].map { "UPDATE items SET \($0) WHERE id = 1" } + [
            "UPDATE items SET flags = 1 WHERE flags & 2",
            "UPDATE items SET flags = 0 WHERE flags & 2",
            "DELETE FROM items WHERE flags & 2",
        ]

    static let layouts: [String] = [
        "PRAGMA user_version = 2000", "PRAGMA user_version = 0", "PRAGMA user_version = -1",
        "PRAGMA user_version = 999", "PRAGMA application_id = 0",
        "PRAGMA application_id = 1", "CREATE TABLE more(a)", "CREATE VIEW more AS SELECT 1",
        "CREATE TRIGGER more AFTER INSERT ON items BEGIN DELETE FROM items; END",
        "DROP INDEX items_grp", "CREATE INDEX more ON items(class)", "DROP TABLE items",
        "ALTER TABLE items ADD COLUMN more BLOB", "ALTER TABLE items RENAME TO more",
        """
        DROP TABLE items; CREATE VIEW items AS SELECT 1 AS id, X'00' AS identifier
        """,
    ]

    @Test func noticesEveryOperation() throws {
        let target = try Target()
        let other = try Bench()
        do {
            // The same device, so that only the keychain distinguishes the two.
            try FileManager.default.copyItem(
                atPath: target.bench.folder + "/device.key",
                toPath: other.folder + "/device.key"
            )
            let keychain = try other.create()
            for number in Target.numbers { try keychain.add(ProofItem(number, version: number)) }
        }
        try target.bench.write(target.older)
        let old = target.bench.folder + "/old"
        try FileManager.default.moveItem(atPath: target.bench.path, toPath: old)
        for operation in Self.operations {
            try target.bench.write(target.sound)
            try target.bench.run(
                "ATTACH '\(old)' AS old; ATTACH '\(other.path)' AS other; \(operation)"
            )
            #expect(target.complaints(mustBeSeen: true) == [], "\(operation)")
        }
        // A row of other times is authentic by itself: reading it alone cannot tell. Lists,
        // absences and verifying do.
        for operation in Self.rollbacks {
            try target.bench.write(target.sound)
            try target.bench.run("ATTACH '\(old)' AS old; \(operation)")
            #expect(target.complaints(mustBeSeen: true, allowsOlder: true) == [], "\(operation)")
        }
        print("\(Self.operations.count) operations on rows and tables")
    }

    @Test func noticesMissingAndForeignPages() throws {
        let target = try Target()
        let (page, count) = (4096, target.sound.count)
        var random = SeededRandom(seed: Bench.seed)
        var files: [(String, [UInt8])] = []
        for start in stride(from: 0, to: count, by: page) {
            files.append(("cut at \(start)", Array(target.sound[..<start])))
            for _ in 0..<2 {
                let odd = start + 1 + random.below(page - 1)
                files.append(("cut at \(odd)", Array(target.sound[..<odd])))
            }
            var zeroed = target.sound
            zeroed.replaceSubrange(start..<start + page, with: [UInt8](repeating: 0, count: page))
            files.append(("zeros at \(start)", zeroed))
            if start < target.older.count {
                var older = target.sound
                older.replaceSubrange(
                    start..<start + page,
                    with: target.older[start..<start + page]
                )
                files.append(("older page at \(start)", older))
            }
            for elsewhere in stride(from: 0, to: start, by: page) {
                var swapped = target.sound
                swapped.replaceSubrange(
                    start..<start + page,
                    with: target.sound[elsewhere..<elsewhere + page]
                )
                swapped.replaceSubrange(
                    elsewhere..<elsewhere + page,
                    with: target.sound[start..<start + page]
                )
                files.append(("pages swapped at \(elsewhere) and \(start)", swapped))
            }
        }
        files.append(("more at the end", target.sound + [1, 2, 3]))
        files.append(("a page at the end", target.sound + target.sound[..<page]))
        for (name, bytes) in files {
            try target.bench.write(bytes)
            let isOlder = name.hasPrefix("older")
            #expect(
                target.complaints(allowsOlder: isOlder) == [],
                "\(name), seed \(Bench.seed)"
            )
        }
        print("\(files.count) files with missing or foreign pages")
    }

    /// A log of nonsense beside a sound file, or a sound log of other times.
    @Test(arguments: ["-wal", "-shm", "-journal"])
    func toleratesNonsenseBesideTheFile(_ suffix: String) throws {
        var target = try Target()
        target.keepsCompanions = true
        var random = SeededRandom(seed: Bench.seed)
        for length in [0, 1, 31, 32, 100, 4096, 32_768, 50_000] {
            let nonsense = (0..<length).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            try target.bench.write(target.sound)
            unlink(target.bench.path + suffix)
            let made = FileManager.default.createFile(
                atPath: target.bench.path + suffix,
                contents: Data(nonsense),
                attributes: [.posixPermissions: 0o600]
            )
            #expect(made)
            #expect(target.complaints() == [], "\(length) bytes, seed \(Bench.seed)")
        }
    }
}
