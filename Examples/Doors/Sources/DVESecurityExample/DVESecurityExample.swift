// swift-format-ignore-file
// The blocks stand as DVESecurity's article prints them; none had to be mended.
import DVESecurity
import Foundation
import Security
import Support

/// The blocks of the article on internet passwords in their order, each with the article's
/// statements about them.
package func run() async throws {
    try await withKeychain {
        try saving()
        try updating()
        try querying()
        try await queryingAsynchronously()
        try deleting()
    }
    try await withKeychain(accessGroups: ["com.example-app.app2"]) { try accessGroups() }
    try await withKeychain { try synchronizable() }
}

// Saving Passwords

private func saving() throws {
    try Keychain.InternetPassword.save("MySecret", forAccount: "MyAccount")

    try Keychain.InternetPassword.save("MySecret1", forAccount: "MyAccount", protocol: .http)
    try Keychain.InternetPassword.save("MySecret2", forAccount: "MyAccount", protocol: .ssh)

    let error = failure("a duplicate") {
        try Keychain.InternetPassword.save("MySecret", forAccount: "MyAccount")
    }
    check(
        error as? KeychainError == .itemSavingFailed(status: errSecDuplicateItem),
        "a password is saved but once"
    )

    try Keychain.InternetPassword.upsert("MySecret", forAccount: "MyAccount")

    check(
        try Keychain.InternetPassword.queryOne(forAccount: "MyAccount", protocol: .http) == "MySecret1",
        "an upsert touches the item that it names and no other"
    )
}

// Updating Passwords

private func updating() throws {
    let error = failure("nothing to update") {
        try Keychain.InternetPassword.updateItems(newPassword: "CHANGED", forAccount: "Nobody")
    }
    check(
        error as? KeychainError == .itemUpdateFailed(status: errSecItemNotFound),
        "there is nothing to update"
    )

    try Keychain.InternetPassword.upsert(newPassword: "CHANGED", forAccount: "MyAccount")

    let items = try Keychain.InternetPassword.queryItems(forAccount: "MyAccount") ?? []
    check(items.map(\.password) == ["CHANGED", "CHANGED", "CHANGED"], "all passwords were updated")
    try Keychain.InternetPassword.updateItems(newPassword: "AGAIN", forAccount: "MyAccount", protocol: .http)
}

// Querying Passwords

private func querying() throws {
    let ambiguous = failure("three passwords") {
        let secret = try Keychain.InternetPassword.queryOne(forAccount: "MyAccount")
        check(secret == nil, "no password is picked at random")
    }
    check(ambiguous as? KeychainError == .ambiguousQueryResult, "the result is not unique")
    try Keychain.InternetPassword.save("Other", forAccount: "OtherAccount")
    do {
        let secret = try Keychain.InternetPassword.queryOne(forAccount: "OtherAccount")
        check(secret == "Other", "a unique result")
    }
    do {
        let secret = try Keychain.InternetPassword.queryOne(forAccount: "MyAccount", protocol: .http)
        check(secret == "AGAIN", "the same parameters that were used for saving")
    }
    do {
        let items = try Keychain.InternetPassword.queryItems(forAccount: "MyAccount")
        items.forEach {
          print("password is '\($0.password)' for protocol '\($0.protocol)'")
        }
        check(items?.count == 3, "all passwords of the account")
    }
    check(
        try Keychain.InternetPassword.queryItems(forAccount: "Nobody") == nil,
        "no items are nil"
    )
}

private func queryingAsynchronously() async throws {
    let secret = try await Keychain.InternetPassword.queryOne(forAccount: "MyAccount", protocol: .http)
    check(secret == "AGAIN", "the asynchronous variant")
    let items = try await Keychain.InternetPassword.queryItems(forAccount: "MyAccount")
    check(items?.count == 3, "the asynchronous variant of all items")
    let completed: String? = try await withCheckedThrowingContinuation { continuation in
        Keychain.InternetPassword.queryOne(forAccount: "MyAccount", protocol: .http) {
            continuation.resume(with: $0)
        }
    }
    check(completed == "AGAIN", "the variant with a completion")
}

// Deleting Passwords

private func deleting() throws {
    let result = try Keychain.InternetPassword.deleteItems(forAccount: "MyAccount")
    check(result, "all associated passwords were deleted")
    check(try Keychain.InternetPassword.queryItems(forAccount: "MyAccount") == nil, "nothing is left")
    check(try !Keychain.InternetPassword.deleteItems(forAccount: "MyAccount"), "nothing was deleted")
}

// Access Groups

private func accessGroups() throws {
    try Keychain.InternetPassword.save("MySecret", forAccount: "MyAccount", accessGroup: "com.example-app.app2")

    let secret = try Keychain.InternetPassword.queryOne(forAccount: "MyAccount", accessGroup: "com.example-app.app2")

    check(secret == "MySecret", "the password is in that group")
    check(Keychain.accessGroups == ["example.doors", "com.example-app.app2"], "the groups")
    check(Keychain.defaultAccessGroup == "example.doors", "the default group")
    check(try Keychain.InternetPassword.queryOne(forAccount: "MyAccount") == nil, "it is not there")
    let error = failure("a foreign group") {
        try Keychain.InternetPassword.save("MySecret", forAccount: "MyAccount", accessGroup: "foreign")
    }
    check(
        error as? KeychainError == .itemSavingFailed(status: errSecMissingEntitlement),
        "a group that does not exist is refused"
    )
}

// Synchronizable Passwords

private func synchronizable() throws {
    try Keychain.InternetPassword.save("MyLocalSecret", forAccount: "MyAccount")

    try Keychain.InternetPassword.saveSynchronizable("MySecret", forAccount: "MyAccount")
    try Keychain.InternetPassword.upsertSynchronizable("MySecret", forAccount: "MyAccount")
    try Keychain.InternetPassword.updateSynchronizableItems(newPassword: "CHANGED", forAccount: "MyAccount")
    let items = try Keychain.InternetPassword.queryItems(forAccount: "MyAccount") ?? []
    check(items.count == 2, "both of them")
    check(items.first { $0.synchronizable }?.password == "CHANGED", "the synchronizable one")
    check(
        try Keychain.InternetPassword.queryOneSynchronizable(forAccount: "MyAccount") == "CHANGED",
        "alone"
    )
    let result = try Keychain.InternetPassword.deleteSynchronizableItems(forAccount: "MyAccount")

    check(result, "it was deleted")
    check(
        try Keychain.InternetPassword.queryOne(forAccount: "MyAccount") == "MyLocalSecret",
        "the other one is separate"
    )
}
