/// Keeps gnome-keyring from answering for the Secret Service.
extension Desktop {
    /// The files that keep gnome-keyring from taking the name at the next login; its other parts
    /// still work.
    var others: [SetupFile] {
        var files: [SetupFile] = []
        if systemConfiguration.contains(where: { SetupFile.exists($0 + Self.entry) }) {
            files.append(linked(autostartEntry))
        }
        if hasUnits, let command = otherCommand {
            let content = "[Service]\nExecStart=\nExecStart=\(command)\n"
            files.append(SetupFile(path: dropIn, content: content))
        }
        return files
    }

    /// The command of gnome-keyring's unit, without the component that has the name for as long as
    /// `keychaind` is installed; `nil` if there is no such unit, or it has no such component.
    private var otherCommand: String? {
        let units = systemUnits.map { $0 + "/" + Self.otherUnit }
        guard let text = units.lazy.compactMap({ SetupFile.read($0) }).first else { return nil }
        let key = "ExecStart="
        guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix(key) }) else {
            return nil
        }
        var words = line.dropFirst(key.count).split(separator: " ").map(String.init)
        let option = "--components="
        guard let place = words.firstIndex(where: { $0.hasPrefix(option) }), place > 0 else {
            return nil
        }
        let components = words.remove(at: place).dropFirst(option.count).filter { $0 != "\"" }
            .split(separator: ",")
        let kept = components.filter { $0 != "secrets" }
        guard kept.count < components.count else { return nil }
        let all = option + components.joined(separator: ",")
        // Nothing is left to do for a unit that has only this component.
        let rest = kept.isEmpty ? "" : option + kept.joined(separator: ",")
        return """
            /bin/sh -c '\(Self.choice)' \(quotedProgram) "\(rest)" \(all) \
            \(words.joined(separator: " "))
            """
    }

    /// Starts the other program with all of its components if this program is missing, else with the
    /// rest of them, if any: a script with both options and the command as its arguments, as a unit has it.
    private static let choice = """
        all=$$2; if [ -x "$$0" ]; then all=$$1; fi; shift 2; \
        [ -n "$$all" ] || exit 0; exec "$$@" "$$all"
        """
}
