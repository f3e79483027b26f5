internal import ForeignCrypto
internal import ForeignFormats
internal import KeychainEssentials
internal import KeychainctlKit
@_spi(Keepers) internal import PortableKeychain
internal import SafeText

/// The findings about a person's own secrets: those that are weak, used twice, old or expired.
///
/// Secrets are compared by digests under a key that ends with the examination, and none is in a
/// finding. Nothing is asked of the network.
struct ItemExamination {
    /// A password, without its secret.
    private struct Password {
        let item: ListedItem
        let weakness: PasscodeWeakness?
        /// The same for items with the same secret.
        let digest: [UInt8]
        /// The time when it ends, as it says itself, in seconds since 1970.
        let end: Double?
    }

    /// A certificate with the time at which it ends, in seconds since 1970.
    private struct Certificate {
        let name: String
        let end: Double
    }

    private let now: Double
    private let key: SecretBytes
    private var passwords: [Password] = []
    private var codes: [ListedItem] = []
    private var certificates: [Certificate] = []
    /// Whether there are items that were not read because the user would be asked.
    private var hidesItems = false

    /// The age in days after which an unchanged secret is old.
    static let oldAfter = 3 * 365.0
    /// The days before its end in which a certificate or token is to be renewed.
    static let soon = 30.0
    private static let day = 86400.0

    /// Begins an examination.
    ///
    /// - Parameters:
    ///   - now: The present time in seconds since 1970.
    ///   - entropy: The source of the key for digests.
    init(now: Double, entropy: KeychainEntropy = .system) {
        self.now = now
        key = SecretBytes(count: 32) { entropy.fill($0) }
    }

    /// Reads all secrets of a keychain that can be read without asking the user.
    ///
    /// - Throws: Any error of the keychain, such as that it is locked: half of the items would look
    ///   like all.
    mutating func read(
        _ keychain: Keychain,
        progress: (Int) -> Void
    ) throws(KeychainError) {
        let items = Items(keychain: keychain)
        let all = try ListedItem.all(in: keychain, [.genericPassword, .internetPassword])
        var named: [String: [ListedItem]] = [:]
        for (index, item) in all.enumerated() {
            progress(index)
            // A local item and its synchronized twin are one password.
            guard named[item.name]?.contains(where: item.isTwin) != true else { continue }
            named[item.name, default: []].append(item)
            guard OneTimeItem.isOne(item) || Self.isPassword(item) else { continue }
            let request = ItemRequest(
                .copyMatching,
                persistentReference: item.reference,
                returning: .data
            )
            // It may have been deleted since.
            guard let found = try items.perform(request)?.items.first else { continue }
            add(item, found.secret ?? SecretBytes([]))
        }
        let selection = ItemSelection(itemClass: .certificate, attributes: [:])
        for item in try items.find(selection, [.attributes, .reference], interaction: .skip) {
            guard let certificate = ObjectList.certificate(item) else { continue }
            let label = ListedItem(item).text(.label)
            add(
                label.isEmpty ? certificate.subjectSummary ?? "" : label,
                until: certificate.validity.notAfter.timeIntervalSince1970
            )
        }
        hidesItems = try Self.asks(items)
    }

    /// Adds an item with its secret.
    mutating func add(_ item: ListedItem, _ secret: SecretBytes) {
        if OneTimeItem.isOne(item) { return codes.append(item) }
        guard secret.count > 0 else { return }
        let digest = SecretDigest.code([secret], key: key)
        passwords.append(
            Password(
                item: item,
                weakness: PasscodeWeakness(secret),
                digest: digest.withUnsafeBytes { Array($0) },
                end: TokenExpiry.seconds(of: secret)
            )
        )
    }

    /// Adds a certificate.
    mutating func add(_ name: String, until end: Double) {
        certificates.append(Certificate(name: name, end: end))
    }

    /// Whether an item is a password, and not an addition of an import to one: a field, a note or a
    /// file.
    static func isPassword(_ item: ListedItem) -> Bool {
        let kind = item.text(.description)
        let isPart = !kind.isEmpty && item.text(.service).hasSuffix(": \(kind)")
        return !isPart && item.number(.isNegative) == 0 && !OneTimeItem.isOne(item)
            && !["secure note", "file", ForeignEntry.attachedFile].contains(kind)
    }

    /// Whether the keychain has passwords that it gives only to a user who proves to be there.
    private static func asks(_ items: Items) throws(KeychainError) -> Bool {
        do throws(KeychainError) {
            let everything = ItemSelection(itemClass: nil, attributes: [:])
            _ = try items.find(everything, .attributes, interaction: .forbidden)
            return false
        } catch {
            guard
                [.authenticationRequired, .interactionNotAllowed].contains(error.code)
            else { throw error }
            return true
        }
    }

    /// All findings, in the order of the output.
    var findings: [Finding] {
        weak + reused + [old, unprotected] + ends + unseen
    }

    private var weak: [Finding] {
        let topic = "weak"
        let found = PasscodeWeakness.allCases.compactMap { weakness -> Finding? in
            let names = passwords.filter { $0.weakness == weakness }.map(\.item.name)
            guard !names.isEmpty else { return nil }
            return .problem(
                topic,
                about: names,
                names.count == 1
                    ? "a secret \(weakness.explanation)"
                    : "\(names.count) secrets: each \(weakness.explanation)",
                advice: Self.replacing
            )
        }
        guard found.isEmpty else { return found }
        return [
            .fine(topic, "none of " + counted(passwords.count, "secret") + " is known to be weak")
        ]
    }

    private static let replacing =
        "change it where you use it, and here with 'keychainctl set --generate'"

    private var reused: [Finding] {
        let topic = "reused"
        var places: [[UInt8]: [Int]] = [:]
        for (place, password) in passwords.enumerated() {
            places[password.digest, default: []].append(place)
        }
        let groups = places.values.filter { $0.count > 1 }.inOrder { $0[0] }
        guard !groups.isEmpty else { return [.fine(topic, "no secret is stored twice")] }
        return groups.map { group in
            .problem(
                topic,
                about: group.map { passwords[$0].item.name },
                counted(group.count, "item has", "items have") + " the same secret",
                advice: Self.replacing
            )
        }
    }

    private var old: Finding {
        let topic = "old"
        let limit = now - Self.oldAfter * Self.day
        let names = passwords.filter { password in
            guard case .date(let date) = password.item.attributes[.modificationDate] else {
                return false
            }
            return date.timeIntervalSince1970 < limit
        }.map(\.item.name)
        let years = Int(Self.oldAfter / 365)
        guard !names.isEmpty else {
            return .fine(topic, "every item was changed in the last \(years) years")
        }
        return .note(
            topic,
            about: names,
            counted(names.count, "item") + " unchanged for \(years) years",
            advice: "change those of accounts that matter"
        )
    }

    /// The logins on a website of which another login has a one-time code.
    private var unprotected: Finding {
        let topic = "second factor"
        let sites = codes.map(OneTimeSite.init)
        let names = passwords.map(\.item).filter { item in
            let present = sites.filter { $0.isSite(of: item) }
            return !present.isEmpty && !present.contains { $0.covers(item.text(.account)) }
        }.map(\.name)
        guard !names.isEmpty else {
            return .fine(topic, "no login lacks a one-time code that another of its site has")
        }
        return .note(
            topic,
            about: names,
            counted(names.count, "login") + " without a one-time code, which another login of the "
                + "same site has",
            advice: "store one with 'keychainctl otp add'"
        )
    }

    private var ends: [Finding] {
        let topic = "expiry"
        let certificates = certificates.inOrder { $0.end }.compactMap { certificate in
            ending("certificate", certificate.name, certificate.end)
        }
        let tokens = passwords.compactMap { password in
            password.end.flatMap { ending("token", password.item.name, $0) }
        }
        let found = certificates + tokens
        return found.isEmpty ? [.fine(topic, "no certificate or token has expired")] : found
    }

    /// The finding about the end of a password or certificate; `nil` if that is far off.
    private func ending(_ kind: String, _ name: String, _ end: Double) -> Finding? {
        guard end < now + Self.soon * Self.day else { return nil }
        // A date of a token can be any number.
        let date = Date(timeIntervalSince1970: min(max(end, 0), 253_402_300_799))
        let day = date.formatted(.iso8601).prefix(10)
        let advice = "renew it, or delete it with 'keychainctl delete'"
        guard end < now else {
            return .note("expiry", about: [name], "a \(kind) expires on \(day)", advice: advice)
        }
        return .problem("expiry", about: [name], "a \(kind) expired on \(day)", advice: advice)
    }

    private var unseen: [Finding] {
        guard hidesItems else { return [] }
        return [
            .note(
                "not examined",
                "items that require your proof at each reading",
                advice: "look at them with 'keychainctl get'"
            )
        ]
    }
}

/// The website for which an item has one-time codes, as far as its service says it.
private struct OneTimeSite {
    /// A host, or the name of an issuer, in lower case.
    private let name: String
    private let account: String

    init(_ item: ListedItem) {
        let service = item.text(.service)
        let place =
            service.firstRange(of: ": \(OneTimeItem.kind)")
            .map { String(service[..<$0.lowerBound]) } ?? service
        let address = try? ForeignAddress(place)
        name = address?.server ?? place.lowercased()
        account = item.text(.account)
    }

    /// Whether it is the site of a login: its host, or an issuer that its host is named after.
    func isSite(of item: ListedItem) -> Bool {
        let host = item.text(.server).lowercased()
        guard !host.isEmpty else { return item.text(.service).lowercased() == name }
        guard host != name else { return true }
        return !name.contains(sign: ".")
            && host.split(separator: ".").dropLast().contains { $0 == name }
    }

    /// Whether its codes are those of an account.
    func covers(_ other: String) -> Bool { account.isEmpty || account == other }
}
