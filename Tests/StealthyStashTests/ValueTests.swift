import AppleVocabulary
import Foundation
import StealthyStash
import Testing

/// The small types: their descriptions, and the constants of Apple that they stand for.
@Suite struct ValueTests {
    @Test func namesProtocolsAsAppleDoes() {
        let table: [(ServerProtocol, String, CFString)] = [
            (.ftp, "ftp", kSecAttrProtocolFTP),
            (.ftpaccount, "ftpaccount", kSecAttrProtocolFTPAccount),
            (.http, "http", kSecAttrProtocolHTTP), (.irc, "irc", kSecAttrProtocolIRC),
            (.nntp, "nntp", kSecAttrProtocolNNTP), (.pop3, "pop3", kSecAttrProtocolPOP3),
            (.smtp, "smtp", kSecAttrProtocolSMTP), (.socks, "socks", kSecAttrProtocolSOCKS),
            (.imap, "imap", kSecAttrProtocolIMAP), (.ldap, "ldap", kSecAttrProtocolLDAP),
            (.appletalk, "appletalk", kSecAttrProtocolAppleTalk),
            (.afp, "afp", kSecAttrProtocolAFP),
            (.telnet, "telnet", kSecAttrProtocolTelnet), (.ssh, "ssh", kSecAttrProtocolSSH),
            (.ftps, "ftps", kSecAttrProtocolFTPS), (.https, "https", kSecAttrProtocolHTTPS),
            (.httpproxy, "httpproxy", kSecAttrProtocolHTTPProxy),
            (.httpsproxy, "httpsproxy", kSecAttrProtocolHTTPSProxy),
            (.ftpproxy, "ftpproxy", kSecAttrProtocolFTPProxy), (.smb, "smb", kSecAttrProtocolSMB),
            (.rtsp, "rtsp", kSecAttrProtocolRTSP),
            (.rtspproxy, "rtspproxy", kSecAttrProtocolRTSPProxy),
            (.daap, "daap", kSecAttrProtocolDAAP), (.eppc, "eppc", kSecAttrProtocolEPPC),
            (.ipp, "ipp", kSecAttrProtocolIPP), (.nntps, "nntps", kSecAttrProtocolNNTPS),
            (.ldaps, "ldaps", kSecAttrProtocolLDAPS),
            (.telnets, "telnets", kSecAttrProtocolTelnetS),
            (.imaps, "imaps", kSecAttrProtocolIMAPS), (.ircs, "ircs", kSecAttrProtocolIRCS),
            (.pop3s, "pop3s", kSecAttrProtocolPOP3S),
        ]
        #expect(table.count == 31)
        for (value, name, constant) in table {
            #expect(value.rawValue == name)
            #expect(ServerProtocol(rawValue: name) == value)
            #expect(value.cfValue == constant, "\(name)")
        }
    }

    @Test(arguments: [("http", ServerProtocol.http), ("https", nil), ("HTTP", nil), ("", nil)])
    func knowsOneScheme(scheme: String, expected: ServerProtocol?) {
        #expect(ServerProtocol(scheme: scheme) == expected)
    }

    @Test func namesSynchronization() {
        #expect(Synchronizable.any.cfValue as? String == kSecAttrSynchronizableAny as String)
        #expect(Synchronizable.enabled.cfValue as? Bool == true)
        #expect(Synchronizable.disabled.cfValue as? Bool == false)
    }

    @Test func namesClasses() {
        #expect(StealthyPropertyType.internet.secClass == kSecClassInternetPassword)
        #expect(StealthyPropertyType.generic.secClass == kSecClassGenericPassword)
        #expect(StealthyPropertyType.internet.propertyType is InternetPasswordItem.Type)
        #expect(StealthyPropertyType.generic.propertyType is GenericPasswordItem.Type)
    }

    @Test(arguments: [
        (StashError.unexpectedPasswordData, "The password data was not in the expected format."),
        (.noPassword, "No password was found."),
        (.unhandledError(status: 1_234_567), "OSStatus 1234567"),
        (.unsupportedClass("cert"), "Unsupported class: cert"),
    ])
    func explainsErrors(error: StashError, text: String) {
        #expect(error.errorDescription == text)
        #expect(error.localizedDescription == text)
    }

    @Test(arguments: [errSecItemNotFound, errSecDuplicateItem, errSecMissingEntitlement])
    func explainsStatusCodesAsAppleDoes(status: OSStatus) throws {
        let text = try #require(SecCopyErrorMessageString(status, nil)) as String
        #expect(StashError.unhandledError(status: status).errorDescription == text)
    }

    @Test func distinguishesErrors() {
        #expect(StashError.notFound != .duplicate)
        #expect(StashError.noPassword == .noPassword)
    }

    /// Both spellings, with and without the argument.
    @Test func spellsGenericBothWays() {
        let bytes = Data([1, 2])
        let new = GenericPasswordItem(account: "a", data: Data(), generic: bytes)
        let old = GenericPasswordItem(account: "a", data: Data(), gerneic: bytes)
        #expect(new == old)
        #expect(old.generic == bytes)
        #expect(new.gerneic == bytes)
        #expect(GenericPasswordItem(account: "a", data: Data()).gerneic == nil)
    }

    @Test func printsNoSecret() {
        let items: [any StealthyProperty] = [
            GenericPasswordItem("a", "s3cret"), InternetPasswordItem("a", "s3cret"),
        ]
        for item in items {
            #expect(!"\(item)".contains("s3cret"))
            #expect(!String(reflecting: AnyStealthyProperty(property: item)).contains("s3cret"))
        }
    }
}
