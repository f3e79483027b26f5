import Foundation
import PackagePorting

/// The command: its arguments, the files that it writes, and its output.
struct Command {
    private var folders: [String] = []
    private var keychain: String?
    private var isRehearsal = false
    private var allowsChanges = false
    private var includesHidden = false
    private var makesManifest = false
    private var builds = false
    private var scratch: String?

    private static let help = """
        Usage: port-package FOLDER [OPTIONS]
               port-package --from-files FOLDER [PART…] [OPTIONS]

        Makes a SwiftPM package that uses Apple's Security or LocalAuthentication build on
        Linux with PortableKeychain, and prints what it changed and what it left to you. On
        Apple's platforms the package works as before, with Swift 5.9 or newer. A second run
        changes nothing.

          --from-files         for a folder without Package.swift, such as that of an Xcode
                               project: make one first, of the Swift files in the folder or in
                               the parts of it that are given; the project stays as it is
          --dry-run            print what would be done, and change nothing
          --allow-dirty        also with uncommitted changes, and without git; keeps copies in
                               .port-package-before
          --include 'os(Linux)'
                               let Linux compile sources that a condition such as
                               '#if os(iOS)' hides from it whole
          --build              build the package and its tests afterwards, and say what helps
                               against each error that is known
          --scratch-path DIR   where --build builds
          --keychain DIR|URL   where PortableKeychain is; by default, the clone of this program

        What is left is listed in two groups: keychain code and what builds with it, and user
        interface, which you can ignore unless Linux is to have one. Dependencies that are on
        this machine are searched for code that asks for Security.

        Sources have to be regular UTF-8 files of at most 8 MiB inside of the folder. SwiftPM
        runs Package.swift to describe the package, with --dry-run too. Use this for packages
        whose manifest you would build.

        Example:
          git clone https://example.com/Old && cd Old
          swift run --package-path ../PortableKeychain/Porting port-package . --dry-run
          swift run --package-path ../PortableKeychain/Porting port-package . --build

        Status: 0, 1 for a package that cannot be ported or built, 2 for wrong arguments.
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
                return try command.run() ? 0 : 1
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
            case "--from-files": makesManifest = true
            case "--dry-run": isRehearsal = true
            case "--allow-dirty": allowsChanges = true
            case "--include":
                guard rest.popFirst() == "os(Linux)" else {
                    throw PortingError("--include takes 'os(Linux)', and nothing else.")
                }
                includesHidden = true
            case "--build": builds = true
            case "--scratch-path":
                guard let value = rest.popFirst(), !value.isEmpty else {
                    throw PortingError("--scratch-path needs a folder.")
                }
                scratch = URL(filePath: value).path
            case "--keychain":
                guard let value = rest.popFirst(), !value.isEmpty else {
                    throw PortingError("--keychain needs a folder or an address.")
                }
                keychain = value
            case _ where argument.hasPrefix("-"):
                throw PortingError("There is no option '\(argument)'. See --help.")
            default: folders.append(argument)
            }
        }
        if folders.count > 1, !makesManifest {
            throw PortingError("Give one folder, not '\(folders[1])' too. See --help.")
        }
        guard !builds || !isRehearsal else {
            throw PortingError(
                "--build needs the changes that --dry-run does not make. Leave one out."
            )
        }
        guard !folders.isEmpty else {
            throw PortingError("Give the folder of a package. See --help.")
        }
    }

    /// Returns whether the package builds, if it was to be built.
    private func run() throws(PortingError) -> Bool {
        let package = try PackageFolder(folders[0], hasManifest: !makesManifest)
        if !isRehearsal, !allowsChanges { try package.expectNoChanges() }
        var progress = Progress()
        defer { progress.end() }
        let made = makesManifest ? try package.packageOfFiles(folders.dropFirst(), &progress) : nil
        let layout = if let made { made.layout } else { try package.layout() }
        let manifest = package.manifest()
        var port = try PackagePort(
            layout,
            manifest: manifest,
            options: PackagePort.Options(
                keychain: location(for: package),
                includesHidden: includesHidden
            )
        ) { path throws(PortingError) in
            progress.next()
            if let made, path == manifest { return made.manifest }
            return try package.files.read(path)
        }
        progress.end()
        if let made { describe(made) }
        var copies: String?
        if !isRehearsal, !port.files.isEmpty {
            if allowsChanges { copies = try package.files.keepCopies(of: port.files.keys) }
            try package.files.write(port.files)
        }
        if !isRehearsal {
            port.check(
                try package.layout(),
                otherManifests: package.manifests().filter { $0 != manifest }
            )
        }
        port.add(DependencySearch(layout, folder: package.files.folder).findings)
        port.addSubmodules(package.submodules(), missing: package.missingSubmodules())
        report(port, layout.name, copies)
        guard builds else { return true }
        return try build(package)
    }

    /// Prints the parts from which a manifest was made.
    private func describe(_ made: FilesPackage) {
        print(isRehearsal ? "Would make a Package.swift:" : "Made a Package.swift:")
        for (target, count) in made.taken { print("  target '\(target)', of sources: \(count)") }
        print("\nLeft out of it, besides files and folders without sources: \(made.others)")
        for (reason, paths) in made.leftOut {
            print("  \(reason):".shown)
            for path in paths { print("    \(path)".shown) }
        }
        print(
            """
            To take a source after all, remove it from 'exclude' in Package.swift, and run this
            again without --from-files.

            """
        )
    }

    private func build(_ package: PackageFolder) throws(PortingError) -> Bool {
        print("\nBuilding …")
        let build = try package.build(scratch)
        guard !build.isSuccess else {
            print("The package and its tests build.")
            return true
        }
        let errors = BuildCure.errors(in: build.output)
        for (message, advice) in errors {
            print("  \(message)")
            if let advice { print("    \(advice)") }
        }
        if errors.isEmpty { print(build.output.shown) }
        return false
    }

    private func location(for package: PackageFolder) -> KeychainLocation {
        let clone = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../..").standardizedFileURL.path
        let location = KeychainLocation(keychain ?? clone)
        guard case .folder(let path) = location else { return location }
        return .folder(package.relative(path))
    }

    private func report(_ port: PackagePort, _ name: String, _ copies: String?) {
        let name = name.shown
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
        for group in Finding.Group.allCases {
            let left = port.left.filter { $0.group == group }
            guard !left.isEmpty else { continue }
            print("\nLeft for you to look at. \(group.rawValue):")
            for finding in left { print("  \(finding)") }
        }
        if let copies { print("\nThe changed files, as they were, are in '\(copies)'.") }
        guard !isRehearsal, !builds else { return }
        print(
            """

            Next, in the package's folder; the variable keeps test data out of your own keychain:
              XDG_DATA_HOME="$(mktemp -d)" swift test
            """
        )
    }
}
