import TestPrograms
import Testing

/// Ordinary code that catches errors of this library compiles, in the form that the articles teach.
///
/// Swift 6.3.0 and 6.3.1 crash on clauses that leave errors of a known type over
/// (`Proposals/0012-catching-typed-errors.md`). So each example ends with a clause for all errors.
@Suite struct CatchingTests {
    /// Eight shapes of one program: the text before the call, its place, and the way it is left.
    static let shapes: [(name: String, body: String)] = [
        (
            "a loop before",
            """
            for item in try keychain.items(matching: query) { print(item.account) }
            do { try keychain.add("s3cret", for: item) } catch KeychainError.Code.locked {
            } catch { throw error }
            """
        ),
        (
            "a loop inside",
            """
            do {
                for item in try keychain.items(matching: query) { print(item.account) }
            } catch KeychainError.Code.locked { print("locked") } catch { throw error }
            """
        ),
        (
            "a variable",
            """
            var count = 0
            do { count += try keychain.items(matching: query).count
            } catch where error.code == .locked { print("locked") } catch { throw error }
            print(count)
            """
        ),
        (
            "several clauses",
            """
            for _ in 0..<2 {
                do { try keychain.set("s3cret", for: item) } catch KeychainError.Code.locked {
                    print("locked")
                } catch KeychainError.Code.duplicateItem { continue } catch { throw error }
            }
            """
        ),
        (
            "a switch",
            """
            for _ in 0..<2 {
                do { try keychain.set("s3cret", for: item) } catch {
                    switch error.code {
                    case .locked: print("locked")
                    default: throw error
                    }
                }
            }
            """
        ),
        (
            "a closure",
            """
            let names = { () throws -> [String] in
                do { return try keychain.items(matching: query).map(\\.account)
                } catch KeychainError.Code.locked { return [] } catch { throw error }
            }
            for name in try names() { print(name) }
            """
        ),
        (
            "forEach",
            """
            do { try keychain.items(matching: query).forEach { print($0.account) }
            } catch KeychainError.Code.locked { print("locked") } catch { throw error }
            """
        ),
        (
            "a task",
            """
            do {
                for try await change in keychain.changes(of: query) { print(change.kind) }
            } catch where error.code == .locked { print("locked")
            } catch { throw error }
            """
        ),
    ]

    private static func program(_ bodies: [String], _ effects: String) -> String {
        """
        import PortableKeychain
        let item = GenericPassword(service: "api", account: "ci")
        let query = KeychainQuery.genericPassword(service: "api")

        """
            + bodies.enumerated().map { number, body in
                "func f\(number)(_ keychain: Keychain) \(effects) {\n\(body)\n}\n"
            }.joined()
    }

    @Test func compiles() throws {
        let result = try SwiftCompiler.compile(
            Self.program(Self.shapes.map(\.body), "async throws")
        )
        #expect(result.succeeded, "\(result.output)")
    }
}
