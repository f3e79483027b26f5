import ForeignFormats
import Foundation
import KeychainctlKit
@_spi(Keepers) import PortableKeychain
import Testing

@testable import SecurityTool

/// The items that `security` finds, stores and changes in keychains.
@Suite struct SecurityKeychainTests {
    private let bench: SecurityBench

    init() throws { bench = try SecurityBench() }

    private func failure(_ body: () throws -> Void) -> String? { SecurityBench.failure(body) }

    private func add(_ line: String) throws {
        let call = try SecurityBench.call(line)
        let itemClass: ItemClass =
            call.verb.name.contains("internet") ? .internetPassword : .genericPassword
        try NewPassword(itemClass, call).store(in: bench.items)
    }

    /// The secret and the comment of the only item; `nil` if there are none or several.
    private func stored(_ itemClass: ItemClass = .genericPassword) throws -> [String] {
        let found = try bench.items.find(
            ItemSelection(itemClass: itemClass, attributes: [:]),
            [.attributes, .data]
        )
        return found.map { item in
            let comment =
                if case .string(let text) = item.attributes?[.comment] { text } else { "" }
            return "\(item.secret?.string() ?? "") \(comment)"
        }
    }

    // MARK: Passwords

    @Test func anItemIsUpdatedOnlyWithU() throws {
        try add("add-generic-password -a me -s s -j note -w p")
        #expect(failure { try add("add-generic-password -a me -s s -w q") } == "duplicateItem")
        #expect(try stored() == ["p note"])
        try add("add-generic-password -a me -s s -U -w q")
        #expect(try stored() == ["q note"], "what is not given stays")
        try add("add-generic-password -a me -s s -U -j other")
        #expect(try stored() == ["q other"])
        try add("add-generic-password -a you -s s -X 72")
        #expect(try stored() == ["q other", "r "])
        try add("add-generic-password -a me -s s -U -w one -w two")
        #expect(try stored().first == "two other", "the last one counts")
    }

    /// On macOS, an item of a program is a duplicate too, whatever its group here.
    @Test func itemsOfProgramsAreDuplicates() throws {
        _ = try bench.keychain.perform(
            ItemRequest(
                .add,
                itemClass: .genericPassword,
                attributes: [
                    .account: .string("me"), .service: .string("s"), .accessGroup: .string("app"),
                ],
                secret: SecretBytes(utf8: "p")
            )
        )
        #expect(failure { try add("add-generic-password -a me -s s -w q") } == "duplicateItem")
        try add("add-generic-password -a me -s s -U -w q")
        #expect(try stored() == ["q "])
    }

    /// A missing attribute of a new internet password has its default; in an update, it is not compared.
    @Test func internetPasswordsHaveDefaults() throws {
        try add("add-internet-password -a me -s a -P 80 -w p")
        try add("add-internet-password -a me -s a -w q")
        #expect(try stored(.internetPassword).count == 2)
        #expect(failure { try add("add-internet-password -a me -s a -w r") } == "duplicateItem")
        try add("add-internet-password -a me -s a -P 80 -U -w r")
        #expect(try stored(.internetPassword) == ["r ", "q "])
        try add("add-internet-password -a me -s b -P 80 -w p")
        try add("add-internet-password -a me -s b -U -w s")
        #expect(try stored(.internetPassword) == ["r ", "q ", "s "])
    }

    // MARK: Keychains

    private func first(_ keychains: SearchedKeychains, _ service: String = "s") throws -> FoundItem
    {
        try Items.first(
            ItemSelection(itemClass: .genericPassword, attributes: [.service: .string(service)]),
            [.attributes, .data],
            in: keychains
        )
    }

    /// An item may be in the keychain that cannot be read, so that it is not "not found".
    @Test func aKeychainThatCannotBeReadIsNotEmpty() throws {
        let locked = try SecurityBench()
        for service in ["s", "none"] {
            let call = try SecurityBench.call("add-generic-password -a me -s \(service) -w q")
            try NewPassword(.genericPassword, call).store(in: locked.items)
        }
        try locked.keychain.setPasscode(SecretBytes(utf8: "1234"))
        try locked.keychain.lock()
        try add("add-generic-password -a me -s s -w p")
        let both = [locked.keychain, bench.keychain]
        let found = try first(SearchedKeychains(opened: both))
        #expect(found.item.secret?.string() == "p", "the other one is searched too")
        #expect(failure { _ = try first(SearchedKeychains(opened: both), "none") } == "locked")
        #expect(failure { _ = try first(bench.searched, "none") } == "itemNotFound")
        var absent = bench.searched
        absent.obstacle = KeychainError(.corrupt)
        #expect(failure { _ = try first(absent, "none") } == "corrupt")
    }

    @Test(arguments: [
        ("-o '' -p new", nil), ("-o old -p new", "authenticationFailed"), ("-o '' -p ''", nil),
    ])
    func aPasswordIsSetWhereThereIsNone(_ options: String, _ refusal: String?) throws {
        let call = try SecurityBench.call("set-keychain-password " + options)
        let found = failure { try SecurityVerb.changePassword(of: bench.keychain, call) }
        #expect(found == refusal)
        #expect(try bench.keychain.hasPasscode == (options == "-o '' -p new"))
    }

    @Test(arguments: [
        ("-o old -p new", nil, true), ("-o wrong -p new", "authenticationFailed", true),
        ("-o wrong -p ''", "authenticationFailed", true), ("-o old -p ''", nil, false),
    ])
    func aPasswordIsChangedByTheOldOne(
        _ options: String,
        _ refusal: String?,
        _ hasPassword: Bool
    ) throws {
        try bench.keychain.setPasscode(SecretBytes(utf8: "old"))
        let call = try SecurityBench.call("set-keychain-password " + options)
        #expect(failure { try SecurityVerb.changePassword(of: bench.keychain, call) } == refusal)
        #expect(try bench.keychain.hasPasscode == hasPassword)
    }

    /// They would be destroyed with it, without a question.
    @Test func aPasswordStaysThatItemsNeed() throws {
        try bench.keychain.setPasscode(SecretBytes(utf8: "old"))
        let item = GenericPassword(
            service: "guarded",
            accessibility: .whenPasscodeSetThisDeviceOnly
        )
        try bench.keychain.set("x", for: item)
        let call = try SecurityBench.call("set-keychain-password -o old -p ''")
        #expect(throws: SecurityFailure.self) {
            try SecurityVerb.changePassword(of: bench.keychain, call)
        }
        #expect(try bench.keychain.hasPasscode)
        #expect(try bench.keychain.secret(for: item)?.string() == "x")
    }

    // MARK: Keys and certificates

    private func finding(_ options: String) throws -> [CertificateFinding.Found] {
        try CertificateFinding(SecurityBench.call("delete-certificate " + options))
            .all(.certificate, in: bench.searched)
    }

    @Test func oneCertificateIsDeleted() throws {
        try bench.add(SecurityBench.certificate + SecurityBench.second)
        let several = try finding("-c t")
        #expect(several.count == 2)
        #expect(
            failure { _ = try CertificateFinding.only(several) }
                == "1 2 match; use -Z with the hash of one"
        )
        #expect(failure { _ = try CertificateFinding.only([]) } == "1 none matches")
        let hash = try #require(several.first).certificate.sha1Digits
        let one = try CertificateFinding.only(finding("-Z " + hash.lowercased()))
        #expect(one.certificate.sha1Digits == hash)
        #expect(try finding("-c TWO").count == 1)
        #expect(try finding("-c one -Z " + hash).isEmpty, "both must match")
        let mail = CertificateFinding(emailAddress: "ME@a.example")
        #expect(try mail.all(.certificate, in: bench.searched).count == 1)
    }

    /// An import says what it stored, not what its file has.
    @Test func whatIsThereAlreadyIsNotCounted() throws {
        func lines(_ pem: String) throws -> [String] {
            let file = try ObjectFile(SecretBytes(utf8: pem))
            let added = try bench.items.addMissing(objects: file.additions)
            return file.report(added, in: "v2")
        }
        let (one, two) = (SecurityBench.certificate, SecurityBench.second)
        #expect(try lines(one) == ["1 certificate imported."])
        #expect(try lines(one + two) == ["1 certificate imported, 1 was already in v2."])
        #expect(try lines(one + two) == ["2 certificates were already in v2."])
        let all = try lines(SecurityBench.key + one + one)
        #expect(all == ["1 key imported.", "1 certificate was already in v2."])
    }

    private func export(_ options: String) -> String? {
        failure {
            let call = try SecurityBench.call("export -P secret " + options)
            _ = try ExportedFile(call, in: bench.searched).content()
        }
    }

    @Test(arguments: [
        ("-t certs -f x509", nil), ("-t privKeys -f pkcs8 -w", nil), ("-t all -f pemseq", nil),
        ("-t identities -f pkcs12", nil), ("-t certs -f pkcs7", nil), ("-t all", nil),
        ("-t other", "2 \"other\" is not a type"),
        ("-t certs -f pkcs12", "1 -f pkcs12 is for identities; use -t identities"),
        ("-t all -f pkcs7", "1 -f pkcs7 and -f netscape are for certificates; use -t certs"),
        ("-t privKeys -f x509", "1 -f x509 is for certificates"),
        ("-t certs -f pkcs8", "1 -f pkcs8 is for private keys; use -t privKeys"),
        ("-t privKeys -f openssh2", "1 -f openssh2 is for public keys; use -t pubKeys"),
        ("-t privKeys -f bsafe", "1 -f bsafe is for RSA keys"),
        ("-t pubKeys", "itemNotFound"),
    ])
    func eachFormatHasItsObjects(_ options: String, _ refusal: String?) throws {
        try bench.add(SecurityBench.key + SecurityBench.certificate)
        #expect(export(options) == refusal)
    }

    @Test func severalObjectsNeedASequence() throws {
        try bench.add(SecurityBench.key + SecurityBench.certificate + SecurityBench.second)
        #expect(export("-t certs -f x509") == "1 only -f pemseq can contain several objects")
        #expect(export("-t certs -f pemseq") == nil)
        #expect(export("-t identities -f pkcs12")?.hasPrefix("1 2 identities match") == true)
    }

    /// A key that is to be encrypted leaves as nothing else.
    @Test(arguments: [("-w", true), ("", false)])
    func aKeyIsEncryptedIfThatIsWanted(_ option: String, _ isEncrypted: Bool) throws {
        try bench.add(SecurityBench.key)
        for format in ["-f pemseq", "-t privKeys -f pkcs8 -p", "-t privKeys -p"] {
            if format.contains("pkcs8"), option.isEmpty { continue }
            let call = try SecurityBench.call("export -P secret \(option) \(format)")
            let text = try ExportedFile(call, in: bench.searched).content().string() ?? ""
            #expect(text.contains("ENCRYPTED") == isEncrypted, "\(format)")
        }
        // In DER, the object identifier of encryption with a password (RFC 8018, A.4) says so.
        let call = try SecurityBench.call("export -P secret \(option) -t privKeys")
        let file = try ExportedFile(call, in: bench.searched).content().withUnsafeBytes { Data($0) }
        let scheme = Data([0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x05, 0x0D])
        #expect((file.range(of: scheme) != nil) == isEncrypted)
    }

    @Test(
        arguments: [
            (nil, "1 1"), ("agg", "1 1"), ("cert", "0 1"), ("priv", "1 0"), ("pub", "0 0"),
            ("session", "252"), ("other", "2"),
        ] as [(String?, String)]
    )
    func onlyTheWantedKindIsImported(_ kind: String?, _ counts: String) throws {
        var file = try ObjectFile(
            SecretBytes(utf8: SecurityBench.key + SecurityBench.certificate)
        )
        let refusal = failure { try file.keep(kind) }
        let found =
            refusal.map { String($0.prefix { $0 != " " }) }
            ?? "\(file.keys.count) \(file.certificates.count)"
        #expect(found == counts)
    }
}
