/// A key that the user pressed, or text that the user pasted.
enum BrowseKey: Equatable, Sendable {
    case character(Character)
    /// A paste in brackets, as it is; `nil` if it is too long or no text.
    case paste(String?)
    case enter
    case escape
    case tab
    case backspace
    case up
    case down
    case pageUp
    case pageDown
    case home
    case end
    /// F1.
    case help
    /// Control with a lower-case letter.
    case control(Character)
}
