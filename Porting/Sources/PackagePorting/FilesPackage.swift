/// A package that is made of a folder of sources without a manifest, such as that of an Xcode project.
public struct FilesPackage: Sendable {
    /// The manifest.
    public let manifest: String
    /// The description that SwiftPM will give of the package.
    public let layout: PackageLayout
    /// The targets, with the number of their sources.
    public let taken: [(target: String, count: Int)]
    /// Files that the package leaves out, by the reason.
    public let leftOut: [(reason: String, paths: [String])]
    /// The number of other files and folders, which have no sources.
    public let others: Int

    /// Makes a package of the files in a folder, and writes nothing.
    ///
    /// - Parameters:
    ///   - folder: The contents of the folder.
    ///   - read: Reads a source.
    /// - Throws: ``PortingError`` if no library can be made of it; errors of `read`.
    public init(
        _ folder: FolderListing,
        read: (String) throws(PortingError) -> String
    ) throws(PortingError) {
        var sorting = Sorting()
        for path in folder.files where folder.isWanted(path) && !Self.isHidden(path) {
            guard path.hasSuffix(".swift") else {
                sorting.leave(path, FileRole.reason(forOther: path))
                continue
            }
            sorting.add(path, SourceText(try read(path)))
        }
        guard !sorting.library.isEmpty else {
            throw PortingError(
                "There are no Swift sources in '\(folder.name)' that could be a library."
            )
        }
        for (path, reason) in folder.unread where folder.isWanted(path) {
            sorting.leave(path, reason)
        }
        let name = Self.name(of: folder, sorting.testedModules)
        let all = folder.files + folder.unread.keys
        var targets = [TargetFiles(name, isTest: false, sorting.library, among: all)]
        for (place, files) in sorting.tests.sorted(by: { $0.key < $1.key }) {
            let last = place.split(separator: "/").last.map(String.init) ?? place
            var test = Self.identifier(
                ["Test", "Tests", "Spec", "Specs"].contains(last) ? "\(name)Tests" : last
            )
            while targets.contains(where: { $0.name == test }) { test += "2" }
            targets.append(TargetFiles(test, isTest: true, files, among: all, path: place))
        }
        taken = targets.map { ($0.name, $0.files.count) }
        others = sorting.leftOut[FileRole.noSource]?.count ?? 0
        leftOut = sorting.leftOut.filter { $0.key != FileRole.noSource }
            .sorted { $0.key < $1.key }.map { ($0.key, $0.value.sorted()) }
        layout = PackageLayout(
            name: name,
            targets: targets.map(\.layout),
            products: [PackageLayout.Product(name: name, targets: [name])],
            toolsVersion: "5.9",
            dependencies: nil
        )
        manifest = """
            // swift-tools-version:5.9
            import PackageDescription

            // port-package made this of the Swift files in this folder. It is yours to change.
            let package = Package(
                name: \(name.literal),
                products: [.library(name: \(name.literal), targets: [\(name.literal)])],
                targets: [
            \(targets.map { $0.declaration(testing: name) }.joined(separator: "\n"))
                ]
            )

            """
    }

    private static func isHidden(_ path: String) -> Bool {
        path.split(separator: "/").contains { $0.hasPrefix(".") }
    }

    /// The module that the tests import, or else the name of the project or folder.
    private static func name(of folder: FolderListing, _ tested: Set<String>) -> String {
        let module = tested.count == 1 ? tested.first : nil
        let name = identifier(module ?? folder.projectName ?? folder.name)
        return OurNames.others.contains(name) ? "\(name)Library" : name
    }

    /// The name of a module, as Xcode makes it of the name of a product.
    private static func identifier(_ name: String) -> String {
        let letters = name.unicodeScalars.map { scalar -> String in
            scalar.isASCII && scalar.properties.isAlphabetic
                || ("0"..."9").contains(scalar) ? String(scalar) : "_"
        }
        let joined = letters.joined()
        guard let first = joined.unicodeScalars.first, !("0"..."9").contains(first) else {
            return "_\(joined)"
        }
        return joined
    }

    /// The files by their kinds.
    private struct Sorting {
        private(set) var library: [String] = []
        private(set) var tests: [String: [String]] = [:]
        private(set) var leftOut: [String: [String]] = [:]
        private(set) var testedModules: Set<String> = []
        private var names: Set<[String]> = []

        mutating func leave(_ path: String, _ reason: String) {
            leftOut[reason, default: []].append(path)
        }

        mutating func add(_ path: String, _ source: SourceText) {
            let name = path.split(separator: "/").last.map(String.init) ?? path
            switch FileRole.of(source, at: path) {
            case .leftOut(let reason): leave(path, reason)
            case .library where !names.insert(["", name]).inserted:
                leave(path, "another source of the module has this file's name: rename it")
            case .library: library.append(path)
            case .test(let folder) where !names.insert([folder, name]).inserted:
                leave(path, "another source of the module has this file's name: rename it")
            case .test(let folder):
                tests[folder, default: []].append(path)
                testedModules.formUnion(Self.testedModules(source))
            }
        }

        private static func testedModules(_ source: SourceText) -> [String] {
            source.imports.filter { source.tokens($0.line).has(["@testable"]) }.map(\.module)
        }
    }
}
