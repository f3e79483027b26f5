internal import KeychainLibC

/// A program on whose behalf the user is asked, as dialogs name it.
///
/// A server says whom it serves (``serving(_:_:)``), on the thread that asks; without that, it is this process. The
/// text is for people and proves nothing: programs of one user can start each other, and choose their titles.
package struct AskingProgram: Hashable, Sendable {
    /// The path, or the name that it gives itself; harmless and short.
    package let name: String
    /// The number of its process; `nil` for a program that is known by its name alone.
    package let process: Int32?
    /// The window that it says is its own, by the number that X11 gives windows.
    package let window: UInt32?

    /// The program that the present thread serves; `nil` for none.
    @TaskLocal package static var current: AskingProgram?

    private static let longestName = 80
    private static let mostStarters = 3

    /// The program of a process.
    ///
    /// - Parameters:
    ///   - process: The number of the process.
    ///   - name: Its name, if that is known better than from the kernel.
    ///   - window: The window that it says is its own.
    package init(process: Int32, name: String? = nil, window: UInt32? = nil) {
        self.name = Self.shown(name ?? KernelProcess.program(process))
        (self.process, self.window) = (process, window)
    }

    /// A program of which another one says the name, such as the portal of the desktop.
    package init(named name: String) {
        (self.name, process, window) = (Self.shown(name), nil, nil)
    }

    /// This process.
    package static var own: AskingProgram { AskingProgram(process: getpid()) }

    /// Carries out a body whose questions are asked for a program.
    package static func serving<R>(
        _ program: AskingProgram,
        _ body: () throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        try $current.withValue(program) { Result { () throws(KeychainError) in try body() } }.get()
    }

    /// The lines of a dialog that say who asks.
    ///
    /// - Parameter said: The words of the question, which may begin with the program.
    /// - Returns: The lines; none that the words make superfluous.
    func text(besides said: String) -> String {
        var lines: [String] = []
        if !said.hasPrefix(name) {
            let number = process.map { " (process \($0))" } ?? ""
            let quoted = name.hasPrefix("/") ? "\"\(name)\"" : name
            lines.append("\(quoted)\(number) asks for it.")
        }
        guard let process else { return lines.joined(separator: "\n") }
        let ancestors = KernelProcess.ancestors(of: process)
        if let title = WindowTitle.find(of: [process] + ancestors, preferring: window) {
            lines.append("Its window calls itself \"\(title)\".")
        }
        let starters = ancestors.prefix(Self.mostStarters).map {
            "\n  \"\(Self.shown(KernelProcess.program($0)))\""
        }
        if !starters.isEmpty { lines.append("It was started by:" + starters.joined()) }
        return lines.joined(separator: "\n")
    }

    private static func shown(_ name: String) -> String {
        UnsafeCharacters.quotable(name, to: longestName)
    }
}
