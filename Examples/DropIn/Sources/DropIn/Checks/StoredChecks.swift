import Foundation
import Stored

private struct Token: Codable, Equatable {
    var value: String
    var expires: Date
}

private struct Account {
    @KeychainStored("token", service: "stored") var token: Token?
    @KeychainStored("visits", service: "stored") var visits: Int? = 1
}

/// Keeps values behind properties.
func checkStored() throws {
    let account = Account()
    check(account.token == nil, "nothing was kept yet")
    check(account.visits == 1, "the first value was kept")
    account.visits = 2
    check(Account().visits == 2, "a later first value changes nothing")
    let token = Token(value: "t0ken", expires: Date(timeIntervalSince1970: 4_102_444_800))
    account.token = token
    check(Account().token == token, "another instance reads the same")
    let wrong = KeychainStored<Int>("token", service: "stored")
    check(wrong.wrappedValue == nil, "another type has no value")
    check(failure("another type") { _ = try wrong.load() } is DecodingError, "and says why")
    account.token = nil
    check(try account.$token.load() == nil, "nil removes")
    account.visits = nil
    check(Account().visits == 1, "the first value comes back")
}
