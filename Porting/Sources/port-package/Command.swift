import Foundation
import PackagePorting

/// The command: what it is asked for, what it writes, and what it prints.
struct Command {
    private var folder: String?
    private var keychain: String?
    private var isRehearsal = false
    private var allowsChanges = false
    private var includesHidden = false

    private static let help = """
        Usage: port-package FOLDER [--dry-run] [--allow-dirty] [--keychain FOLDER|URL]

        Makes a SwiftPM package that uses Apple's Security or LocalAuthentication build on Linux with
        PortableKeychain, and prints what it changed and what it left to you. On Apple's platforms the
        package works as before, with Swift 5.9 or newer. A second run changes nothing.

          --dry-run       print it, and change nothing
          --allow-dirty   also with uncommitted changes, and without git
          --keychain      where PortableKeychain is; by default, the clone of this program
        """

    /// Runs the command.
    ///
    /// - Parameter arguments: Its arguments.
    /// - Returns: The exit status: 0, 1 for a package that cannot be ported, 2 for wrong arguments.
    static func run(_ arguments: [String]) -> Int32 {
        if arguments.contains("--help") || arguments.contains("-h") {
            print(help)
            return 0
        }
        do {
            let command = try Command(arguments)
            do {
                try command.run()
                return 0
            } catch {
                complain(error)
                return 1
            }
        } catch {
            complain(error)
            return 2
        }
    }

    private static func complain(_ error: PortingError) {
        FileHandle.standardError.write(Data("port-package: \(error)\n".utf8))
    }

    private init(_ arguments: [String]) throws(PortingError) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--dry-run": isRehearsal = true
            case "--allow-dirty": allowsChanges = true
            case "--include":
                guard rest.popFirst() == "os(Linux)" else {
                    throw PortingError("--include takes 'os(Linux)', and nothing else.")
                }
                includesHidden = true
            case "--keychain":
                guard let value = rest.popFirst(), !value.isEmpty else {
                    throw PortingError("--keychain needs a folder or an address.")
                }
                keychain = value
            case _ where argument.hasPrefix("-"):
                throw PortingError("There is no option '\(argument)'. See --help.")
            case _ where folder == nil: folder = argument
            default: throw PortingError("Give one folder, not '\(argument)' too. See --help.")
            }
        }
        guard folder != nil else { throw PortingError("Give the folder of a package. See --help.") }
    }

    private func run() throws(PortingError) {
        let package = try PackageFolder(folder ?? "")
        if !isRehearsal, !allowsChanges { try package.expectNoChanges() }
        let layout = try package.layout()
        let manifest = package.manifest()
        var port = try PackagePort(
            layout,
            manifest: manifest,
            options: PackagePort.Options(
                keychain: location(for: package),
                includesHidden: includesHidden
            )
        ) { path throws(PortingError) in try package.read(path) }
        if !isRehearsal {
            for (path, text) in port.files { try package.write(text, to: path) }
            port.check(
                try package.layout(),
                otherManifests: package.manifests().filter { $0 != manifest }
            )
        }
        report(port, layout.name)
    }

    private func location(for package: PackageFolder) -> KeychainLocation {
        let clone = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../..").standardizedFileURL.path
        let location = KeychainLocation(keychain ?? clone)
        guard case .folder(let path) = location else { return location }
        return .folder(package.relative(path))
    }

    private func report(_ port: PackagePort, _ name: String) {
        if port.done.isEmpty {
            print("'\(name)' is ported already: nothing to change.")
        } else {
            print(
                isRehearsal
                    ? "Would change in '\(name)', with lines as they would be:"
                    : "Changed in '\(name)':"
            )
            for finding in port.done { print("  \(finding)") }
        }
        if !port.left.isEmpty {
            print("\nLeft for you to look at:")
            for finding in port.left { print("  \(finding)") }
        }
        guard !isRehearsal else { return }
        print(
            """

            Next, in the package's folder; the variable keeps test data out of your own keychain:
              XDG_DATA_HOME="$(mktemp -d)" swift test
            """
        )
    }
}
