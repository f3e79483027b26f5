import Configuration
import Foundation
import KeychainConfiguration
import PortableKeychain
import ServerKit

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

// A demonstration on a keychain in memory; yours would be `Keychain.default`.
let keychain = try Keychain.inMemory()
let password = GenericPassword(service: "visits", account: "database.password")
try keychain.set("first", for: password)

let database = StandInDatabase(password: "first")
let ports = AsyncStream<Int>.makeStream()

func visit(_ port: Int) async throws -> String {
    guard let address = URL(string: "http://127.0.0.1:\(port)/") else { return "" }
    return String(decoding: try await URLSession.shared.data(from: address).0, as: UTF8.self)
}

try await withThrowingTaskGroup { group in
    group.addTask { try await database.run { ports.continuation.yield($0) } }
    var started = ports.stream.makeAsyncIterator()
    let databasePort = await started.next() ?? 0

    let secrets = try KeychainProvider(requiringUnlocked: keychain, service: "visits")
    let plain = InMemoryProvider(
        values: ["database.port": ConfigValue(.int(databasePort), isSecret: false)]
    )
    let server = VisitServer(ConfigReader(providers: [secrets, plain]))
    group.addTask { try await server.run { ports.continuation.yield($0) } }
    let port = await started.next() ?? 0
    print(try await visit(port), terminator: "")

    // Rotation, in three steps: the database knows both passwords for a while.
    database.add(password: "second")
    try keychain.set("second", for: password)
    try await Task.sleep(for: .seconds(1))
    database.remove(password: "first")

    print(try await visit(port), terminator: "")
    print("with another password, and \(database.refusals) refusals")
    group.cancelAll()
}
