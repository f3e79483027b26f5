import CSessions
import Foundation
import TestPrograms

/// Other programs, run as the tool is: with its folder as their home.
extension Tool {
    /// Runs a program that finds the tool by the names of links, and waits for its end.
    ///
    /// - Parameters:
    ///   - path: The path of the program.
    ///   - arguments: The arguments after the name of the program.
    ///   - variables: More variables than those of the tool, as `NAME=value`.
    ///   - input: The text on its standard input.
    /// - Returns: The outcome of the run.
    /// - Throws: An error if it cannot be started.
    func runProgram(
        _ path: String,
        _ arguments: [String] = [],
        variables: [String] = [],
        input: some Sequence<UInt8> = []
    ) throws -> Outcome {
        let names = ["input", "output", "complaints"].map { "\(folder)/.\($0)-of-program" }
        try Data(input).write(to: URL(fileURLWithPath: names[0]))
        var words = ([path] + arguments).map { strdup($0) } + [nil]
        let plain = environment.filter { !$0.hasPrefix("PATH=") }
        var all = (plain + ["PATH=\(folder)/bin:/usr/bin:/bin"] + variables).map { strdup($0) }
        all.append(nil)
        defer { (words + all).forEach { free($0) } }
        let process = cs_start(path, &words, &all, folder, nil, names[0], names[1], names[2], keys)
        guard process > 0 else { throw POSIXError(.EAGAIN) }
        let status = Self.wait(process)
        return Outcome(
            status: status,
            output: Array(try Data(contentsOf: URL(fileURLWithPath: names[1]))),
            complaints: String(
                decoding: try Data(contentsOf: URL(fileURLWithPath: names[2])),
                as: UTF8.self
            )
        )
    }

    /// Whether a helper program was built beside the tool.
    static func hasHelper(_ name: String) -> Bool {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        return FileManager.default.isExecutableFile(atPath: "\(folder)/\(name)")
    }

    /// Makes a link to the tool in the folder `bin`; returns its path.
    @discardableResult
    func link(_ name: String) throws -> String {
        let bin = "\(folder)/bin"
        try FileManager.default.createDirectory(atPath: bin, withIntermediateDirectories: true)
        let path = "\(bin)/\(name)"
        try FileManager.default.createSymbolicLink(
            atPath: path,
            withDestinationPath: Tool.path
        )
        return path
    }

    /// The program that is started: a copy in the folder `installed` if there is one.
    var installedPath: String {
        let path = "\(folder)/installed/keychainctl"
        return FileManager.default.isExecutableFile(atPath: path) ? path : Tool.path
    }

    /// Installs the tool and `LockedReader` beside a `keychain-fido2` with a security key in software, which behaves as
    /// these lines say; see `SoftwareFIDO2`.
    func installSecurityKey(_ behavior: String) throws {
        let installed = "\(folder)/installed"
        if !FileManager.default.fileExists(atPath: installed) {
            let built = URL(fileURLWithPath: Tool.path).deletingLastPathComponent().path
            // By another process, as TestProgram does: a file that this one wrote may be busy.
            let line =
                #"mkdir "$1"; for n in keychainctl:keychainctl LockedReader:LockedReader "#
                + #"SoftwareFIDO2:keychain-fido2; do "#
                + #"ln "$0/${n%:*}" "$1/${n#*:}" 2>/dev/null || cp "$0/${n%:*}" "$1/${n#*:}"; done"#
            let copy = try Process.run(
                URL(fileURLWithPath: "/bin/sh"),
                arguments: ["-c", line, built, installed]
            )
            copy.waitUntilExit()
        }
        let file = URL(fileURLWithPath: "\(installed)/keychain-fido2.behavior")
        try Data(behavior.utf8).write(to: file)
    }

    /// Installs the tool beside a `keychaind` of a shell script.
    func installDaemon(_ lines: String) throws {
        let installed = "\(folder)/installed"
        try FileManager.default.createDirectory(
            atPath: installed,
            withIntermediateDirectories: true
        )
        try TestProgram.write(installed + "/keychaind", lines)
        let line = #"ln "$0" "$1" 2>/dev/null || cp "$0" "$1""#
        let copy = try Process.run(
            URL(fileURLWithPath: "/bin/sh"),
            arguments: ["-c", line, Tool.path, installed + "/keychainctl"]
        )
        copy.waitUntilExit()
    }

    /// Makes a program in the folder `bin` of a shell script; returns its path.
    func script(_ name: String, _ lines: String) throws -> String {
        let path = "\(folder)/bin/\(name)"
        try TestProgram.write(path, lines)
        return path
    }
}
