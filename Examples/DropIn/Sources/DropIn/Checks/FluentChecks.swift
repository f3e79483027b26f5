import Fluent
import Foundation
import LocalAuthentication
import Security

/// Keeps passwords of a service and a server with settings in a chain.
func checkFluent() throws {
    let keychain = Keychain(service: "example.org")
    keychain["anna"] = "s3cret"
    check(keychain["anna"] == "s3cret", "a subscript keeps text")
    keychain["anna"] = "n3wer"
    check(try keychain.get("anna") == "n3wer", "a subscript replaces text")
    keychain[data: "key"] = Data([0, 255])
    check(try keychain.getData("key") == Data([0, 255]), "a subscript keeps bytes")
    check(keychain["nobody"] == nil, "what was not kept is nil")
    let error = failure("bytes are no text") { _ = try keychain.get("key") }
    check(error as? Status == .decode, "bytes that are no text are said to be so")
    check(try keychain.contains("anna"), "a key is there")
    check(Set(keychain.allKeys()) == ["anna", "key"], "all keys are listed")

    let chained = keychain.accessibility(.whenUnlockedThisDeviceOnly).label("Anna")
        .comment("a comment").attributes([kSecAttrDescription as String: "a password"])
    try chained.set("m0re", key: "chained")
    let attributes = keychain[attributes: "chained"]
    check(attributes?.data == Data("m0re".utf8), "the bytes are among the attributes")
    check(attributes?.label == "Anna", "the label was kept")
    check(attributes?.comment == "a comment", "the comment was kept")
    check(attributes?.account == "chained" && attributes?.service == "example.org", "the key")
    check(attributes?.class == kSecClassGenericPassword as String, "the class")
    check(attributes?.synchronizable == false, "not synchronizable")
    check(attributes?.accessControl != nil, "the protection")
    check(attributes?.creationDate == attributes?.modificationDate, "two dates of one moment")
    check(attributes?.persistentRef?.isEmpty == false, "a persistent reference")
    check(attributes?[kSecAttrDescription] == "a password", "an attribute by its constant")
    check(
        attributes?.accessible == kSecAttrAccessibleWhenUnlockedThisDeviceOnly as String,
        "the accessibility was kept"
    )
    try checkServer()
    try checkSharing(keychain)
    try keychain.removeAll()
    check(keychain.allItems().isEmpty, "nothing is left")
    check(keychain.description == "[]", "nothing is described")
    try keychain.remove("anna")
    try checkFluentStatus()
}

private func checkServer() throws {
    guard let url = URL(string: "https://example.org:8443/login") else { return }
    let server = Keychain(server: url, protocolType: .https, authenticationType: .htmlForm)
    try server.synchronizable(true).set("s3cret", key: "anna")
    check(server[attributes: "anna"]?.port == 8443, "the port comes out of the address")
    check(server[attributes: "anna"]?.server == "example.org", "so does the server")
    check(server[attributes: "anna"]?.protocol == kSecAttrProtocolHTTPS as String, "the protocol")
    let other = Keychain(server: url, protocolType: .http, authenticationType: .htmlForm)
    check(other["anna"] == nil, "another protocol is another item")
    let items = server.allItems()
    check(items.count == 1, "one item")
    check(items.first?["class"] as? String == "InternetPassword", "its class")
    check(items.first?["synchronizable"] as? String == "true", "it is synchronizable")
    check(items.first?["value"] as? String == "s3cret", "its value")
    check(items.first?["accessibility"] as? Accessibility == .afterFirstUnlock, "its class")
    try server.removeAll()
}

private func checkSharing(_ keychain: Keychain) throws {
    let shared = Keychain(service: "example.org", accessGroup: "shared")
    try shared.set("for all", key: "ours")
    check(keychain[attributes: "ours"]?.accessGroup == "shared", "no group means all groups")
    let foreign = Keychain(service: "example.org", accessGroup: "foreign")
    let error = failure("a foreign group") { try foreign.set("for all", key: "ours") }
    check(error as? Status == .missingEntitlement, "a foreign group is refused")
}

private func checkFluentStatus() throws {
    let status = Status.itemNotFound
    check((status as NSError).code == Int(errSecItemNotFound), "a status is an error")
    check((status as NSError).domain == "example.fluent.error", "with a domain")
    check(status.localizedDescription == status.description, "and a sentence")
    check(status.description.isEmpty == false, "that is not empty")
    let coded = try JSONDecoder().decode(Status.self, from: JSONEncoder().encode(status))
    check(coded == status, "a status survives JSON")
    check(
        [errSecSuccess, errSecParam, errSecUserCanceled, errSecDecode]
            .compactMap(Status.init(rawValue:)) == [.success, .param, .userCanceled, .decode],
        "the numbers are the constants'"
    )
}

/// Keeps a password that its user guards: the answers are the passcode, no, the passcode again.
func checkGuarded() throws {
    let keychain = Keychain(service: "guarded")
    let guarded = keychain.accessibility(
        .whenPasscodeSetThisDeviceOnly,
        authenticationPolicy: .userPresence
    )
    try guarded.set("s3cret", key: "anna")
    check(try keychain.contains("anna", withoutAuthenticationUI: true), "it is there, unasked")
    let prompting = keychain.authenticationPrompt("read Anna's password")
    check(try prompting.get("anna") == "s3cret", "the passcode opens it")
    let refused = failure("the user declines") { _ = try prompting.get("anna") }
    check(refused as? Status == .userCanceled, "the user may decline")
    for quiet in [keychain.authenticationUI(.fail), keychain.authenticationContext(.silent)] {
        let error = failure("nobody may be asked") { _ = try quiet.get("anna") }
        check(error as? Status == .interactionNotAllowed, "nobody was asked")
    }
    check(try keychain.authenticationUI(.skip).get("anna") == nil, "it is left out")
    let context = LAContext()
    context.localizedReason = "read it twice"
    context.touchIDAuthenticationAllowableReuseDuration = 10
    let reusing = keychain.authenticationContext(context)
    check(try reusing.get("anna") == "s3cret", "asked once")
    check(try reusing.get("anna") == "s3cret", "the proof counts again")
    try guarded.authenticationContext(context).set("n3wer", key: "anna")
    check(try reusing.get("anna") == "n3wer", "a guarded item was replaced")
    try keychain.removeAll()
}

extension LAContext {
    /// A context that does not ask the user.
    fileprivate static var silent: LAContext {
        let context = LAContext()
        context.interactionNotAllowed = true
        return context
    }
}
