// swift-format-ignore-file
// The blocks stand as StealthyStash's page prints them.
import Foundation
import StealthyStash
import Support

/// The blocks of the page in their order, each with the page's statement about it.
package func run() async throws {
    try await withKeychain(accessGroups: ["MLT7M394S7.com.brightdigit.KeychainSyncDemo"]) {
        try items()
        try await models()
    }
}

// Accessing the Keychain like a Database

private func makeRepository() -> KeychainRepository {
let repository = KeychainRepository(
  defaultServiceName: "com.brightdigit.KeychainSyncDemo",
  defaultServerName: "com.brightdigit.KeychainSyncDemo",
  defaultAccessGroup: "MLT7M394S7.com.brightdigit.KeychainSyncDemo"
)
    return repository
}

private func items() throws {
    let repository = makeRepository()
    let token = GenericPasswordItem(account: "leo", data: Data("t0ken".utf8), label: "Token")
    let password = InternetPasswordItem(account: "leo", data: Data("s3cret".utf8), comment: "mine")
    try repository.create(token.eraseToAnyProperty())
    try repository.create(AnyStealthyProperty(property: password))

    let tokens = try repository.query(TypeQuery(type: .generic))
    check(tokens.map(\.data) == [Data("t0ken".utf8)], "a generic password")
    check(tokens.first?.service == "com.brightdigit.KeychainSyncDemo", "of the default service")
    check(tokens.first?.accessGroup == "MLT7M394S7.com.brightdigit.KeychainSyncDemo", "and group")
    check(tokens.first?.label == "Token", "with its label")
    let passwords = try repository.query(TypeQuery(type: .internet))
    check(passwords.map(\.data) == [Data("s3cret".utf8)], "an internet password")
    check(passwords.first?.server == "com.brightdigit.KeychainSyncDemo", "of the default server")
    check(passwords.first?.comment == "mine", "with its comment")

    let duplicate = failure("a duplicate") { try repository.create(token.eraseToAnyProperty()) }
    check(duplicate as? KeychainError == .unhandledError(status: -25299), "an item is added once")
    let changed = GenericPasswordItem(account: "leo", data: Data("n3wer".utf8))
    try repository.update(changed, from: token)
    check(try repository.query(TypeQuery(type: .generic)).first?.data == Data("n3wer".utf8), "updated")
    try repository.upsert(tokens.first, to: token)
    check(try repository.query(TypeQuery(type: .generic)).first?.data == Data("t0ken".utf8), "upserted")
    try repository.delete(token.eraseToAnyProperty())
    check(try repository.query(TypeQuery(type: .generic)).isEmpty, "deleted")
    try repository.clearAll()
    check(try repository.query(TypeQuery(type: .internet)).isEmpty, "nothing is left")
}

// Using StealthyModel for Composite Objects

private func models() async throws {
    let repository = makeRepository()
    let none: CompositeCredentials? = try await repository.fetch()
    check(none == nil, "nobody is there")

    let first = CompositeCredentials(userName: "leo", password: "s3cret", token: "t0ken")
    try repository.create(first)
    let found: CompositeCredentials? = try await repository.fetch()
    check(found?.userName == "leo", "one object of two items")
    check(found?.password == "s3cret" && found?.token == "t0ken", "with both values")

    let second = CompositeCredentials(userName: "leo", password: "n3wer", token: nil)
    try repository.update(from: first, to: second)
    let changed: CompositeCredentials? = try await repository.fetch()
    check(changed?.password == "n3wer", "one item was changed")
    check(changed != nil && changed?.token == nil, "the other was removed")

    let third = CompositeCredentials(userName: "leo", password: "n3wer", token: "again")
    try repository.update(from: second, to: third)
    let added: CompositeCredentials? = try await repository.fetch()
    check(added?.token == "again", "one item was added")

    try repository.delete(third)
    let deleted: CompositeCredentials? = try await repository.fetch()
    check(deleted == nil, "nobody is left")
}
