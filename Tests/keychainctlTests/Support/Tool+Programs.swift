import CSessions
import Foundation
import TestPrograms

/// Other programs, run as the tool is: with its folder as their home.
extension Tool {
    /// Runs a program that finds the tool by the names of links, and waits for its end.
    ///
    /// - Parameters:
    ///   - path: The path of the program.
    ///   - arguments: What follows the name of the program.
    ///   - variables: More variables than those of the tool, as `NAME=value`.
    ///   - input: What it finds on standard input.
    /// - Returns: How it ended.
    /// - Throws: When it cannot be started.
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

    /// Makes a program in the folder `bin` of a shell script; returns its path.
    func script(_ name: String, _ lines: String) throws -> String {
        let path = "\(folder)/bin/\(name)"
        try TestProgram.write(path, lines)
        return path
    }
}
