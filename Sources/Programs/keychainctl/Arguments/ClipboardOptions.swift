internal import ArgumentParser

/// The option for how long a secret stays in the clipboard.
struct ClipboardOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The time after which the secret is removed from the clipboard, in seconds (1 to 3600).",
            valueName: "seconds"
        )
    )
    var clearAfter = 30

    func validate() throws {
        guard (1...3600).contains(clearAfter) else {
            throw ValidationError("the value of --clear-after must be 1 to 3600 seconds")
        }
    }
}
