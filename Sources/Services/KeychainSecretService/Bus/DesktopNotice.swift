internal import PortableKeychain

/// A message to the user about what happened without a question; no program waits for it.
package enum DesktopNotice: Hashable, Sendable {
    /// The notices that the user wants to see.
    package enum Choice: String, Sendable {
        case no
        /// Those by which the user learns something to do, or a reason.
        case yes
        case all
    }

    /// A keychain was locked because of an event that the user knows about.
    case locked(String, SessionEvent)
    /// A keychain was opened again without a person.
    case opened(String)
    /// A keychain was found locked, and not by this service.
    case ended(String)
    /// A question is open, and not answered.
    case waiting

    /// Whether the user sees it with a choice.
    func isShown(_ choice: Choice) -> Bool {
        switch self {
        // The user knows that the screen was locked, and is asked when a program needs the keychain.
        case .locked, .opened: choice == .all
        case .ended, .waiting: choice != .no
        }
    }

    /// One line, which services of notifications show as it is; they read only the text as markup.
    package var title: String {
        switch self {
        case .locked(let name, _), .ended(let name):
            "The keychain '\(Self.shown(name))' is locked"
        case .opened(let name): "The keychain '\(Self.shown(name))' is open again"
        case .waiting: "A program waits for your answer"
        }
    }

    /// The sentence below it, in which nothing is another program's.
    package var text: String {
        switch self {
        case .locked(_, .sleep): "The machine went to sleep."
        case .locked(_, .end): "Your session has ended."
        case .locked: "The screen was locked, or you were away."
        case .opened: "The screen was unlocked, and the TPM needs no PIN."
        case .ended: "Its time is over, or a command has locked it. Programs ask when they need it."
        case .waiting: "It asks in a dialog with the title Keychain."
        }
    }

    private static func shown(_ name: String) -> String {
        UnsafeCharacters.quotable(name, to: 40)
    }
}
