/// What one answer has to go on so far: what the requests carry, what the user proved, and what has
/// been loaded.
///
/// One answer may take several attempts (``LocalKeeper/answering(_:_:)``); this is what they hand
/// on to each other.
struct AnswerState {
    /// What the request in turn proves with.
    private(set) var context: AuthenticationContext?
    /// What the request in turn allows.
    private(set) var interaction: UserInteraction
    /// What the request in turn tells the user.
    private(set) var prompt: String?
    /// What the request in turn does, for errors.
    private(set) var operation: KeychainError.Operation
    /// Whether payloads are read although nobody asked for them.
    var readsPayloads = false
    /// Whether the user was asked for the password of an item.
    var hasAskedForPassword = false
    /// How many wrong passwords the user gave.
    var failures = 0
    /// What requests without a context of their own prove with.
    private var shared: AuthenticationContext?

    init(_ request: ItemRequest) {
        shared = request.authentication
        context = request.authentication
        interaction = request.interaction
        prompt = request.prompt
        operation = request.verb.operation
    }

    /// Turns to a request; an answer to several has one after the other.
    mutating func turn(to request: ItemRequest) {
        context = request.authentication ?? shared
        interaction = request.interaction
        prompt = request.prompt
        operation = request.verb.operation
    }

    /// Takes what the user proved for the request in turn.
    mutating func take(_ proven: AuthenticationContext) {
        context = proven
        shared = shared ?? proven
    }
}
