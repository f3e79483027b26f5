/// The state that the attempts at one answer share: the proofs and options of the present request,
/// and the results of earlier attempts.
///
/// One answer can take several attempts (``LocalKeeper/answering(_:_:)``), each of which starts
/// from the beginning with the results of the previous ones. A mutable struct, because it belongs
/// to one call on one thread; the request itself is never changed.
struct AnswerState {
    /// The proofs of the present request.
    private(set) var context: AuthenticationContext?
    /// The context that the present request brings; without one, its proofs end with the answer.
    private(set) var lasting: AuthenticationContext?
    /// Whether the present request allows to ask the user.
    private(set) var interaction: UserInteraction
    /// The reason that the present request shows to the user.
    private(set) var prompt: String?
    /// The operation of the present request, for errors.
    private(set) var operation: KeychainError.Operation
    /// Whether payloads are read even if the request does not return them.
    var readsPayloads = false
    /// Whether the payload of a key in a token is read, its authorization, to use the key; other
    /// searches find the key without it.
    var opensAuthorization = false
    /// The number of wrong passwords that the user gave for each item; an item that the user was
    /// not asked for is missing.
    var failures: [[UInt8]: Int] = [:]
    /// The keys of item passwords that were derived for this answer.
    let passwordKeys: PasswordKeys
    /// The proofs of requests without their own context.
    private var shared: AuthenticationContext?

    init(_ request: borrowing ItemRequest) {
        let authentication = request.authentication
        shared = authentication
        context = authentication
        lasting = authentication
        interaction = request.interaction
        prompt = request.prompt
        operation = request.verb.operation
        passwordKeys = PasswordKeys(derivesAtOnce: request.verb.isSearch)
    }

    /// Makes a request the present one; an answer to several requests goes through them in order.
    mutating func turn(to request: ItemRequest) {
        context = request.authentication ?? shared
        lasting = request.authentication
        interaction = request.interaction
        prompt = request.prompt
        operation = request.verb.operation
    }

    /// Stores the proofs that the user gave for the present request.
    mutating func take(_ proven: AuthenticationContext) {
        context = proven
        shared = shared ?? proven
    }
}
