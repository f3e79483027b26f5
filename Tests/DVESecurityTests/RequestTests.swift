import AppleVocabulary
import DVESecurity
import KeeperRuns
@_spi(Keepers) import KeychainTesting
@_spi(Keepers) import PortableKeychain
import Testing

private typealias Keychain = DVESecurity.Keychain
private typealias Passwords = DVESecurity.Keychain.InternetPassword

/// The requests that calls become: only the attributes, limits and results that were given.
@Suite(.throughEachKeeper) struct RequestTests {
    @Test func savingNamesWhatWasNotGiven() throws {
        let request = try #require(
            try recorded { try Passwords.save("s", forAccount: "a", accessGroup: "team.app") }.first
        )
        #expect(
            try request.attributes == [
                .account: .string("a"), .accessGroup: .string("team.app"),
                .securityDomain: .string(""), .server: .string(""), .port: .number(0),
                .path: .string(""), .synchronizable: .number(0),
                .accessControl: .accessControl(
                    AccessControl(.afterFirstUnlockThisDeviceOnly, constraints: [])
                ),
            ]
        )
        #expect(request.returning.isEmpty)
    }

    @Test func savingASynchronizableOneNamesNothingMore() throws {
        let request = try #require(
            try recorded {
                try Passwords.saveSynchronizable("s", forAccount: "a", accessGroup: "team.app")
            }.first
        )
        #expect(
            request.attributes == [
                .account: .string("a"), .accessGroup: .string("team.app"),
                .synchronizable: .number(1), .accessible: .string("ck"),
            ]
        )
    }

    @Test func oneAsksForTwoPayloads() throws {
        let request = try #require(
            try recorded { _ = try Passwords.queryOne(forAccount: "a", accessGroup: "team.app") }
                .first
        )
        #expect(request.limit == .atMost(2))
        #expect(request.returning == .data)
        #expect(
            request.attributes == [
                .account: .string("a"), .accessGroup: .string("team.app"),
                .synchronizable: .number(0),
            ]
        )
    }

    @Test func allAskForBothSets() throws {
        let request = try #require(
            try recorded { _ = try Passwords.queryItems(port: 1, accessGroup: "team.app") }.first
        )
        #expect(request.limit == .all)
        #expect(request.returning == [.data, .attributes])
        #expect(
            request.attributes == [
                .port: .number(1), .accessGroup: .string("team.app"),
                .synchronizable: SynchronizationScope.any.value,
            ]
        )
    }

    @Test func updatesChangeThePayloadAlone() throws {
        let requests = try recorded {
            try Passwords.save("s", forAccount: "a", accessGroup: "team.app")
            try Passwords.updateItems(newPassword: "t", forAccount: "a", accessGroup: "team.app")
        }
        guard case .update(let changes) = requests.last?.verb else {
            Issue.record("no update was asked for")
            return
        }
        #expect(changes.attributes.isEmpty)
        #expect(changes.secret != nil)
    }

    @Test func protocolsAreApples() throws {
        let table: [(Passwords.NetworkProtocol, CFString)] = [
            (.ftp, kSecAttrProtocolFTP), (.ftpAccount, kSecAttrProtocolFTPAccount),
            (.http, kSecAttrProtocolHTTP), (.irc, kSecAttrProtocolIRC),
            (.nntp, kSecAttrProtocolNNTP), (.pop3, kSecAttrProtocolPOP3),
            (.smtp, kSecAttrProtocolSMTP), (.socks, kSecAttrProtocolSOCKS),
            (.imap, kSecAttrProtocolIMAP), (.ldap, kSecAttrProtocolLDAP),
            (.appleTalk, kSecAttrProtocolAppleTalk), (.afp, kSecAttrProtocolAFP),
            (.telnet, kSecAttrProtocolTelnet), (.ssh, kSecAttrProtocolSSH),
            (.ftps, kSecAttrProtocolFTPS), (.https, kSecAttrProtocolHTTPS),
            (.httpProxy, kSecAttrProtocolHTTPProxy), (.httpsProxy, kSecAttrProtocolHTTPSProxy),
            (.ftpProxy, kSecAttrProtocolFTPProxy), (.smb, kSecAttrProtocolSMB),
            (.rtsp, kSecAttrProtocolRTSP), (.rtspProxy, kSecAttrProtocolRTSPProxy),
            (.daap, kSecAttrProtocolDAAP), (.eppc, kSecAttrProtocolEPPC),
            (.ipp, kSecAttrProtocolIPP), (.nntps, kSecAttrProtocolNNTPS),
            (.ldaps, kSecAttrProtocolLDAPS), (.telnets, kSecAttrProtocolTelnetS),
            (.imapss, kSecAttrProtocolIMAPS), (.ircs, kSecAttrProtocolIRCS),
            (.pop3s, kSecAttrProtocolPOP3S),
        ]
        try isolated {
            for (value, constant) in table {
                #expect(value.rawValue == constant as String)
                try Passwords.save("\(value)", forAccount: "a", protocol: value)
                #expect(try Passwords.queryOne(forAccount: "a", protocol: value) == "\(value)")
            }
            let items = try Passwords.queryItems() ?? []
            #expect(items.map(\.protocol) == table.map(\.0))
        }
    }

    @Test func authenticationTypesAreApples() throws {
        let table: [(Passwords.AuthenticationType, CFString)] = [
            (.ntlm, kSecAttrAuthenticationTypeNTLM), (.msn, kSecAttrAuthenticationTypeMSN),
            (.dpa, kSecAttrAuthenticationTypeDPA), (.rpa, kSecAttrAuthenticationTypeRPA),
            (.httpBasic, kSecAttrAuthenticationTypeHTTPBasic),
            (.httpDigest, kSecAttrAuthenticationTypeHTTPDigest),
            (.htmlForm, kSecAttrAuthenticationTypeHTMLForm),
            (.default, kSecAttrAuthenticationTypeDefault),
        ]
        try isolated {
            for (value, constant) in table {
                #expect(value.rawValue == constant as String)
                try Passwords.save("s", forAccount: "a", authenticationType: value)
            }
            let items = try Passwords.queryItems() ?? []
            #expect(items.map(\.authenticationType) == table.map(\.0))
        }
    }

    private func recorded(_ body: () throws -> Void) throws -> [ItemRequest] {
        let recorder = RecordingKeeper(try emptyKeychain())
        try PortableKeychain.Keychain.withCurrent(.init(keeper: recorder)) { try body() }
        return recorder.requests
    }
}
