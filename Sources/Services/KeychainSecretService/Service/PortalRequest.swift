internal import PortableKeychain

/// A request of the desktop's portal for the secret of a program in a sandbox.
struct PortalRequest {
    /// The name of the call whose reply was announced.
    let call: String
    /// The object by which the portal withdraws it.
    let handle: String
    /// The identifier of the program.
    let program: String
    /// The collection that has to be unlocked.
    let collection: String

    /// The reason that the user sees.
    var reason: String { "\(asker.name) asks for its secret." }

    /// The program, for questions to the user: the portal says who it is, and asks in its place.
    var asker: AskingProgram { AskingProgram(named: "The program \(program)") }

    /// The most requests for one program that wait for the user, so that it leaves room for others.
    static let mostWaiting = 8

    /// Whether a text can be the identifier of a program: letters, digits, `.`, `-` and `_`, and no more than 255 of them.
    ///
    /// Flatpak's and Snap's are so, with at least one dot; a program outside of sandboxes has an empty one, or the name of
    /// its desktop file. Nothing else can get into a question to the user.
    static func isIdentifier(_ text: String) -> Bool {
        (1...255).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
                    UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }
}
