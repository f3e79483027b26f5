package import ForeignFormats
internal import KeychainPasskeys
internal import KeychainctlKit
@_spi(Keepers) internal import PortableKeychain

/// The content of an import, independent of its format.
package struct ImportContent {
    /// Passwords.
    var items: [NewItem] = []
    /// Keys and certificates.
    var objects: [ItemRequest] = []
    /// Passkeys.
    var passkeys: [NewPasskey] = []
    /// Notes for the user, for example about skipped attachments.
    package private(set) var remarks: [String] = []
    /// Entries and parts of entries that cannot be imported, each with its reason.
    package private(set) var omissions: [String] = []
}

extension ImportContent {
    /// Leaves out an item that cannot be imported.
    ///
    /// - Throws: The problem, unless such items are left out.
    mutating func omit(
        _ problem: FormatProblem,
        _ rules: ReadingRules
    ) throws(FormatProblem) {
        guard rules.leavesOutBad else { throw problem }
        omissions.append(problem.problem)
    }

    /// Converts the entries of another program.
    ///
    /// - Throws: ``FormatProblem`` if their items are larger than ``FormatLimits`` allows.
    init(_ store: ForeignStore) throws(FormatProblem) {
        remarks = store.remarks
        omissions = store.omissions
        var budget = FormatLimits.text
        var claims = PasskeyClaims()
        for entry in store.entries {
            budget -= entry.sizeOfItems
            guard budget >= 0 else {
                throw FormatProblem(
                    "the names and notes of the items have more than "
                        + "\(FormatLimits.text >> 20) megabytes in all"
                )
            }
            items += entry.items
            for passkey in entry.passkeys { add(NewPasskey(passkey, of: entry), &claims) }
        }
    }

    /// Adds a passkey, unless the file had it already, or another one that keeps it out.
    private mutating func add(_ passkey: NewPasskey, _ claims: inout PasskeyClaims) {
        switch claims.claim(passkey) {
        case .new: passkeys.append(passkey)
        case .repeated: break
        case .taken:
            omissions.append(
                "the passkey \(passkey.account.label): another one in the file has its identifier or "
                    + "its key"
            )
        }
    }
}

extension Failure {
    /// The failure for a file that cannot be read.
    package init(_ problem: FormatProblem) {
        self.init(.severalItems, problem.problem, advice: problem.advice)
    }
}
