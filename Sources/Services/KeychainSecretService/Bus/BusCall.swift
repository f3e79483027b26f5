/// A call of a method on the bus.
package struct BusCall: Sendable {
    /// The unique name of the program that calls.
    package var sender: String
    /// The path of the object.
    package var path: String
    /// The interface; empty if the program names none.
    package var interface: String
    /// The method.
    package var member: String
    /// The arguments of the program.
    package var body: [BusValue]
    /// Whether the program is the portal of the desktop, which knows the programs in sandboxes.
    package var isFromPortal: Bool
    /// The process that calls; `nil` if the bus does not say it, or was not asked.
    package var process: Int32?

    package init(
        sender: String,
        path: String,
        interface: String,
        member: String,
        body: [BusValue] = [],
        isFromPortal: Bool = false,
        process: Int32? = nil
    ) {
        (self.isFromPortal, self.process) = (isFromPortal, process)
        (self.sender, self.path) = (sender, path)
        (self.interface, self.member) = (interface, member)
        self.body = body
    }

    /// Whether it has the user asked, so that the user learns which process calls.
    package var isPrompt: Bool { BusInterface.prompt.has(self) && member == "Prompt" }

    /// The types of the arguments.
    var signature: String { body.map(\.signature).joined() }
}

/// The reply to a call that is no error.
package enum BusReply: Sendable {
    case values([BusValue])
    /// The values come later, among the announced ones of an answer, with this name of the call.
    case later(String)
}

/// A signal, which reports a change to programs.
package struct BusSignal: Sendable {
    /// The one program that receives it; `nil` for all that listen.
    package var destination: String?
    /// The path of the object.
    package var path: String
    /// The interface.
    package var interface: String
    /// The name of the signal.
    package var member: String
    /// The arguments of the signal.
    package var body: [BusValue]
}

/// The messages that answer a call, in the order in which they are sent: first the reply, then the signals.
package struct BusAnswer: Sendable {
    /// The reply: values or their announcement, or an error.
    package var reply: Result<BusReply, BusFailure>
    /// The replies to calls that were announced, by the names of these calls.
    package var announced: [(call: String, outcome: PortalOutcome)]
    /// The signals that the other programs receive afterwards.
    package var signals: [BusSignal]
    /// The question to ask the user, on another thread.
    package var question: PromptQuestion?
    /// Work for another thread, without a question.
    package var background: PromptQuestion?
    /// The notices for the user.
    package var notices: [DesktopNotice] = []
}
