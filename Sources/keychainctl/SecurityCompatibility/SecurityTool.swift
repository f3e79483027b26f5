/// The tool of macOS by the name `security`.
enum SecurityTool {
    /// Runs the command that the process was called with; returns its exit status.
    static func main() -> Int32 {
        2
    }
}
