internal import ForeignFormats
internal import KeychainctlKit
internal import PortableKeychain
internal import SafeText

/// A format of other programs, and what of a login it can hold so that an import gives the same back.
enum ExportForm {
    /// The Credential Exchange Format.
    case exchange
    /// The database of KeePass.
    case keePass

    /// Whether a login can have attached files.
    var holdsFiles: Bool { self == .keePass }

    /// The comment of an item, taken apart as far as the format can hold the parts.
    func comment(of place: ItemPlace) -> CommentParts {
        let parts = CommentParts(place.comment)
        guard self == .keePass else { return parts }
        let filing = parts.filing
        let whole = CommentParts(notes: place.comment)
        guard filing.folder.utf8.count <= FormatLimits.path else { return whole }
        guard XMLText.holds(filing.folder) else { return whole }
        guard filing.tags.allSatisfy(Self.isTag) else { return whole }
        return KeePassDetails(parts, of: place) == nil ? whole : parts
    }

    /// Whether a tag comes back from KeePass, where semicolons separate tags, and one says that an entry has
    /// a passkey.
    private static func isTag(_ tag: String) -> Bool {
        guard !tag.contains(sign: ";") else { return false }
        guard XMLText.holds(tag) else { return false }
        guard tag != KeePassPasskey.tag else { return false }
        return tag == tag.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// Whether a login can have a further secret, besides those that it has.
    func takes(_ field: ExportedLogin.Field, _ login: ExportedLogin) -> Bool {
        guard self == .keePass else { return true }
        guard XMLText.holds(field.name) else { return false }
        guard !field.isFile else { return true }
        guard !KeePassName.hasMeaning(field.name) else { return false }
        return !login.comment.details.contains { $0.name == field.name }
    }

    /// Whether a login, or an item of its own for passkeys, can have one more.
    func takesPasskey(_ login: ExportedLogin) -> Bool {
        self == .exchange || login.passkeys.isEmpty
    }
}
