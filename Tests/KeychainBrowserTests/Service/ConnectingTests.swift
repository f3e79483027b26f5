import ForeignCrypto
@_spi(Keepers) import PortableKeychain
import Testing

@testable import KeychainBrowser
@testable import SafeText

/// Keys, identities, locks, and messages that no extension should send.
@Suite(.enabled(if: MessageBox.isPresent, "needs libsodium.so.23 (libsodium23)"))
struct ConnectingTests {
    private static let key = BrowserAnswer.text(StagedExtension.identity)

    private static func associate(_ stage: BrowserStage) -> StagedExtension.Answer {
        let session = BrowserAnswer.text(stage.addOn.publicKey)
        return stage.addOn.ask("associate", ["key": session, "idKey": key])
    }

    /// The user connects a browser once; its identity is known from then on.
    @Test func connects() throws {
        let stage = try BrowserStage(saying: [.yes, .yes], isConnected: false)
        stage.addOn.exchangeKeys()
        #expect(stage.addOn.box != nil)
        let answer = Self.associate(stage)
        #expect(answer.message?["id"].string == "Firefox")
        #expect(answer.message?["hash"].string == stage.service.hash)
        #expect(stage.user.questions.count == 1)
        try stage.store("secret")
        #expect(stage.fill("https://example.com/") == "ann secret")
        // A second profile gets another name.
        #expect(Self.associate(stage).message?["id"].string == "Firefox 2")
        // After new keys, the identity has to be shown again.
        stage.addOn.exchangeKeys()
        #expect(stage.fill("https://example.com/") == "8")
        let test = stage.addOn.ask("test-associate", ["id": "Firefox", "key": Self.key])
        #expect(test.message?["id"].string == "Firefox")
        #expect(stage.fill("https://example.com/") == "ann secret")
    }

    @Test(arguments: [[BrowserConsent.no], [.other], []])
    func isNotConnectedWithoutAYes(answers: [BrowserConsent]) throws {
        let stage = try BrowserStage(saying: answers, isConnected: false)
        stage.addOn.exchangeKeys()
        #expect(Self.associate(stage).fault == "6")
        #expect(stage.addOn.ask("test-associate", ["id": "Firefox", "key": Self.key]).fault == "8")
        #expect(stage.fill("https://example.com/") == "8")
    }

    /// Identities that no connected browser has.
    @Test(arguments: [
        ("Firefox", BrowserAnswer.text([UInt8](repeating: 8, count: 32))), ("Firefox", ""),
        ("Firefox", "no Base64!"), ("Chromium", key), ("", key),
    ]) func refusesOtherIdentities(id: String, key: String) throws {
        let stage = try BrowserStage()
        stage.addOn.exchangeKeys()
        #expect(stage.addOn.ask("test-associate", ["id": id, "key": key]).fault == "8")
        #expect(stage.fill("https://example.com/") == "8")
    }

    /// The key in the request is that of the session, and the identity is one.
    @Test(arguments: [
        ["key": key, "idKey": key], ["idKey": key], ["key": "", "idKey": key], [:],
    ]) func refusesOtherKeys(members: [String: String]) throws {
        let stage = try BrowserStage(saying: [.yes], isConnected: false)
        stage.addOn.exchangeKeys()
        #expect(stage.addOn.ask("associate", members).fault == "8")
        var members = members
        members["key"] = BrowserAnswer.text(stage.addOn.publicKey)
        members["idKey"] = ""
        #expect(stage.addOn.ask("associate", members).fault == "8")
        #expect(stage.user.questions.isEmpty)
    }

    /// It is consent and no wall: another program with the profile's key is connected too.
    @Test func takesTheKeyForTheBrowser() throws {
        let stage = try BrowserStage()
        try stage.store("secret")
        let second = BrowserService(stage.service.surroundings)
        let other = StagedExtension(second)
        other.exchangeKeys()
        let test = other.ask("test-associate", ["id": "Firefox", "key": Self.key])
        #expect(test.message != nil)
        #expect(other.ask("get-logins", ["url": "https://example.com"]).message != nil)
    }

    /// Only the exchange of keys and of identities is possible before both.
    @Test(arguments: BrowserAction.allCases) func needsKeysAndIdentity(action: BrowserAction) throws
    {
        let stage = try BrowserStage(isConnected: false)
        #expect(stage.addOn.ask(action.rawValue).fault == "3")
        stage.addOn.exchangeKeys()
        let answer = stage.addOn.ask(action.rawValue)
        if action.needsAssociation {
            #expect(answer.fault == "8")
        } else {
            #expect(action == .databaseHash ? answer.message != nil : answer.fault == "8")
        }
        #expect(stage.user.questions.isEmpty)
    }

    /// Messages that were read, that the host sent, of other sessions and clients, and changed ones.
    @Test func opensAMessageOnce() throws {
        let stage = try BrowserStage()
        try stage.store("secret")
        let page = ["url": "https://example.com"]
        let (frame, nonce) = stage.addOn.sealed("get-logins", page)
        let first = stage.addOn.send(frame)
        #expect(stage.addOn.open(first, nonce).message != nil)
        // Again, and after another one.
        #expect(stage.addOn.send(frame).first?["errorCode"].string == "4")
        #expect(stage.fill("https://example.com/") == "ann secret")
        #expect(stage.addOn.send(frame).first?["errorCode"].string == "4")
        // The host's own answer, sent back to it.
        let back: [(String, JSON)] = ["message", "nonce"].map {
            ($0, .string(first[0][$0].string))
        }
        let reflected = stage.addOn.send(
            [("action", .string("get-logins")), ("clientID", .string("client"))] + back
        )
        #expect(reflected.first?["errorCode"].string == "4")
        // In another order than they were made.
        let (late, lateNonce) = stage.addOn.sealed("get-logins", page)
        #expect(stage.fill("https://example.com/") == "ann secret")
        #expect(stage.addOn.open(stage.addOn.send(late), lateNonce).message != nil)
        // Of the session before.
        let (old, _) = stage.addOn.sealed("get-logins", page)
        stage.addOn.exchangeKeys()
        #expect(stage.addOn.send(old).first?["errorCode"].string == "4")
    }

    /// A nonce of another length, another client, another action inside, and other bytes.
    @Test func refusesMessagesThatDoNotFit() throws {
        let stage = try BrowserStage()
        func fault(_ members: [(String, JSON)]) -> String? {
            stage.addOn.send(members).first?["errorCode"].string
        }
        let good = BrowserAnswer.text([UInt8](repeating: 1, count: 40))
        let nonce = BrowserAnswer.text([UInt8](repeating: 1, count: 24))
        let base: [(String, JSON)] = [("action", .string("get-logins"))]
        let client: [(String, JSON)] = [("clientID", .string("client"))]
        for (members, expected) in [
            (base + client, "4"), (base, "3"),
            (base + [("clientID", .string("other")), ("message", .string(good))], "3"),
            (base + client + [("message", .string(good)), ("nonce", .string(nonce))], "4"),
            (base + client + [("message", .string(good)), ("nonce", .string("AAAA"))], "4"),
            (base + client + [("message", .string("?"))], "13"),
            (base + client + [("message", .number(1))], "13"),
            (base + [("clientID", .array([]))], "13"),
            ([("action", .string("no-such-thing"))], "12"),
            ([("action", .string("request-autotype"))], "12"),
            ([("action", .string(""))], "13"), ([("action", .number(1))], "13"), ([], "13"),
            ([("action", .string(String(repeating: "a", count: 65)))], "13"),
        ] { #expect(fault(members) == expected, "\(members)") }
        let (frame, _) = stage.addOn.sealed("get-logins", [:], inner: "generate-password")
        #expect(stage.addOn.send(frame).first?["errorCode"].string == "12")
        for bytes in ["", "{", "[]", "null", "\"action\"", "\u{FEFF}{}"] {
            let answer = stage.addOn.send(Array(bytes.utf8)).first
            #expect(answer?["errorCode"].string == "13", "\(bytes)")
        }
        #expect(stage.addOn.send([0xFF]).first?["errorCode"].string == "13")
    }

    @Test func refusesKeysThatCannotBeUsed() throws {
        let stage = try BrowserStage(isConnected: false)
        let key = BrowserAnswer.text([UInt8](repeating: 9, count: 32))
        let nonce = BrowserAnswer.text([UInt8](repeating: 9, count: 24))
        for (key, nonce, client, fault) in [
            ("", nonce, "a", "3"), (key, "", "a", "3"), (key, nonce, "", "3"),
            (BrowserAnswer.text([UInt8](repeating: 0, count: 32)), nonce, "a", "10"),
            (BrowserAnswer.text([UInt8](repeating: 9, count: 31)), nonce, "a", "3"),
        ] {
            let answer = stage.addOn.send([
                ("action", .string("change-public-keys")), ("publicKey", .string(key)),
                ("nonce", .string(nonce)), ("clientID", .string(client)),
            ])
            #expect(answer.first?["errorCode"].string == fault, "\(key) \(nonce) \(client)")
        }
        MessageBox.$allowsLibrary.withValue(false) {
            stage.addOn.exchangeKeys()
            #expect(stage.addOn.box == nil)
        }
    }

    /// An error names the request for which it is, so that the extension finds it among others.
    @Test func repeatsTheNumberOfTheRequest() throws {
        let stage = try BrowserStage()
        let (frame, _) = stage.addOn.sealed(
            "get-logins",
            ["url": ""],
            outer: [("requestID", .string("12ab"))]
        )
        let answer = try #require(stage.addOn.send(frame).first)
        #expect(answer["requestID"].string == "12ab" && answer["nonce"].isNull)
        #expect(answer["action"].string == "get-logins" && !answer["error"].string.isEmpty)
    }

    /// A long session ends with an error after which keys are exchanged again, and its memory with it.
    @Test func endsLongSessions() throws {
        let stage = try BrowserStage(isConnected: false)
        stage.addOn.exchangeKeys()
        let (frame, _) = stage.addOn.sealed("get-databasehash", [:])
        let exchange: [(String, JSON)] = [
            ("action", .string("change-public-keys")),
            ("clientID", .string(stage.addOn.clientID)),
            ("publicKey", .string(BrowserAnswer.text(stage.addOn.publicKey))),
            ("nonce", .string(BrowserAnswer.text([UInt8](repeating: 1, count: 24)))),
        ]
        let keys = try BrowserRequest(Array(JSON.object(exchange).line.utf8))
        var session = try BrowserSession(keys, entropy: .system)
        let request = try BrowserRequest(frame)
        #expect(throws: BrowserFault.cannotDecrypt) { try session.open(request) }
        session.used = Set(0..<UInt64(2 * BrowserSession.mostMessages))
        #expect(throws: BrowserFault.keysNotExchanged) { try session.open(request) }
    }
}
