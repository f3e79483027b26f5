// swift-format-ignore-file
// The blocks stand as StealthyStash's page prints them.
import Foundation
import StealthyStash

struct CompositeCredentials: StealthyModel {
  typealias QueryBuilder = CompositeCredentialsQueryBuilder

  internal init(userName: String, password: String?, token: String?) {
    self.userName = userName
    self.password = password
    self.token = token
  }

  let userName: String

  let password: String?

  let token: String?
}

// The page prints one of the four functions, and says of the others what they do.
struct CompositeCredentialsQueryBuilder: ModelQueryBuilder {
  static func updates(
    from previousItem: CompositeCredentials,
    to newItem: CompositeCredentials
  ) -> [StealthyPropertyUpdate] {
    let previous = (password(of: previousItem), token(of: previousItem))
    let new = (password(of: newItem), token(of: newItem))
    return [
      StealthyPropertyUpdate(previousProperty: previous.0, newProperty: new.0),
      StealthyPropertyUpdate(previousProperty: previous.1, newProperty: new.1),
    ]
  }

  static func properties(
    from model: CompositeCredentials,
    for _: ModelOperation
  ) -> [AnyStealthyProperty] {
    [
      password(of: model)?.eraseToAnyProperty(),
      token(of: model)?.eraseToAnyProperty(),
    ].compactMap { $0 }
  }

  static func model(
    from properties: [String: [AnyStealthyProperty]]
  ) throws -> CompositeCredentials? {
    let found = properties.compactMapValues(\.first)
    guard let account = (found["password"] ?? found["token"])?.account else { return nil }
    return CompositeCredentials(
      userName: account,
      password: found["password"].flatMap { String(data: $0.data, encoding: .utf8) },
      token: found["token"].flatMap { String(data: $0.data, encoding: .utf8) }
    )
  }

static func queries(from _: Void) -> [String: Query] {
  [
    "password": TypeQuery(type: .internet),
    "token": TypeQuery(type: .generic)
  ]
}

  private static func password(of model: CompositeCredentials) -> InternetPasswordItem? {
    model.password.map { InternetPasswordItem(account: model.userName, data: Data($0.utf8)) }
  }

  private static func token(of model: CompositeCredentials) -> GenericPasswordItem? {
    model.token.map { GenericPasswordItem(account: model.userName, data: Data($0.utf8)) }
  }
}
