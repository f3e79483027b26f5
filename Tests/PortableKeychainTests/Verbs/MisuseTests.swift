import TestPrograms
import Testing

/// The compiler names the replacement of calls that look right and are not.
@Suite struct MisuseTests {
    static let item = #"GenericPassword(service: "api", account: "ci")"#
    static let query = #".genericPassword(service: "api", account: "ci")"#

    /// Code with a misuse, and a part of the compiler's message about it.
    static let table: [(code: String, advice: String)] = [
        (#"try k().set("x", for: "api")"#, "set(secret, for: GenericPassword(service: …"),
        (#"try k().add("x", for: "api")"#, "add(secret, for: GenericPassword(service: …"),
        (#"_ = try k().secret(for: "api")"#, "secret(for: GenericPassword(service: …"),
        (#"_ = try k().delete("api")"#, "delete(GenericPassword(service: …"),
        (
            #"try k().transaction { c in c.set("x", for: \#(item)); try c.delete(matching: \#(query)) }"#,
            "{ changes throws(KeychainError) in … }"
        ),
        (
            #"_ = try k().update(matching: \#(query)) { c in c.label = "x"; try other() }"#,
            "{ change throws(KeychainError) in … }"
        ),
        (
            #"try await k().inBackground { k in try k.lock(); try k.set("x", for: \#(item)) }"#,
            "{ keychain throws(KeychainError) in … }"
        ),
    ]

    /// The same, as it should be.
    static let right = [
        #"try k().set("x", for: \#(item))"#,
        #"_ = try k().secret(for: \#(item))"#,
        #"_ = try k().delete(\#(item))"#,
        #"try k().transaction { c in c.set("x", for: \#(item)) }"#,
        #"try k().transaction { $0.set("x", for: \#(item)) }"#,
        #"try k().transaction { c throws(KeychainError) in try c.delete(matching: \#(query)); c.set("x", for: \#(item)) }"#,
        #"_ = try k().update(matching: \#(query)) { $0.label = "x" }"#,
        #"_ = try k().update(matching: \#(query)) { $0.label = "x"; $0.setSecret("y") }"#,
        #"try await k().inBackground { k throws(KeychainError) in try k.lock(); try k.lock() }"#,
    ]

    private static let context = """
        PortableKeychain
        func k() throws -> Keychain { try .inMemory() }; func other() throws {}
        """.replacing("\n", with: ";")

    /// One run of the compiler for all: each line of code is a line of its messages.
    @Test func isAdvisedOn() throws {
        let lines = Self.table.map(\.code) + Self.right
        let messages = try SwiftCompiler.errors(
            in: lines,
            importing: Self.context,
            effects: "async throws"
        )
        for (line, row) in Self.table.enumerated() {
            let said = messages[line, default: []]
            #expect(said.contains { $0.contains(row.advice) }, "\(row.code): \(said)")
        }
        for (line, code) in lines.enumerated().dropFirst(Self.table.count) {
            #expect(messages[line] == nil, "\(code)")
        }
    }
}
