internal import PortableKeychain

/// A request that is not carried out, by the numbers of the protocol.
package enum BrowserFault: Int, Error, CaseIterable, Sendable {
    case unknown = 0
    case databaseNotOpened = 1
    case keysNotExchanged = 3
    case cannotDecrypt = 4
    case denied = 6
    case notAssociated = 8
    case keyUnusable = 10
    case incorrectAction = 12
    case emptyMessage = 13
    case noAddress = 14
    case noLogins = 15
    case noGroup = 17
    case noItem = 18
    /// A passkey that the user did not want, or about which there was no way to ask: pages see a cancellation.
    case canceled = 22
    case noOptions = 24

    /// The number as the protocol writes it: a text.
    package var code: String { String(rawValue) }

    /// The message that the extension shows.
    package var text: String {
        switch self {
        case .unknown: "The keychain could not do it."
        case .databaseNotOpened: "The keychain is locked. Unlock it first."
        case .keysNotExchanged: "The keys were not exchanged. Connect the extension again."
        case .cannotDecrypt: "The message cannot be decrypted."
        case .denied: "You, or a rule of the keychain, said no."
        case .notAssociated: "This browser is not connected to the keychain. Connect it first."
        case .keyUnusable:
            "The keys cannot be used. Install libsodium, or connect the extension again."
        case .incorrectAction: "The keychain does not do this."
        case .emptyMessage: "The message is empty, too long, or no message of the extension."
        case .noAddress: "The message has no address of a website."
        case .noLogins: "The keychain has no password for this website."
        case .noGroup: "The name of the folder cannot be used."
        case .noItem: "There is no such item."
        case .canceled: "The passkey was not wanted, or there was no way to ask you."
        case .noOptions: "The message has no options for passkeys that can be read."
        }
    }

    /// The fault for an error of the keychain.
    init(_ error: KeychainError) {
        self =
            switch error.code {
            case .locked: .databaseNotOpened
            case .userCanceled, .authenticationFailed, .authenticationRequired,
                .missingEntitlement:
                .denied
            case .itemNotFound: .noItem
            default: .unknown
            }
    }
}
