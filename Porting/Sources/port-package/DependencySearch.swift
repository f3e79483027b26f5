import Foundation
import PackagePorting

/// Sources of other packages that ask for Apple's module `Security`.
struct DependencySearch {
    private(set) var findings: [Finding] = []
    /// A package with more is not one that people write.
    private static let mostFiles = 20_000

    /// Looks into the dependencies of a package that are on this machine.
    ///
    /// - Parameters:
    ///   - layout: SwiftPM's description of the package.
    ///   - folder: The folder of the package, without symbolic links.
    init(_ layout: PackageLayout, folder: String) {
        var unseen: [String] = []
        for dependency in layout.dependencies ?? [] where dependency.identity != "portablekeychain"
        {
            let path = dependency.path ?? "\(folder)/.build/checkouts/\(dependency.identity)"
            guard let real = SafeFiles.real(path) else {
                unseen.append(dependency.identity)
                continue
            }
            if let finding = Self.firstUse(dependency.identity, real) { findings.append(finding) }
        }
        guard !unseen.isEmpty else { return }
        findings.append(
            Finding(
                path: "Package.swift",
                line: 1,
                text: """
                    Not looked into, because they are not downloaded: \(unseen.sorted().joined(separator: ", ")). \
                    Run 'swift package resolve', and then this again with --dry-run.
                    """
            )
        )
    }

    private static func firstUse(_ identity: String, _ folder: String) -> Finding? {
        let files = SafeFiles(folder: folder)
        // It follows no links.
        guard let names = FileManager.default.enumerator(atPath: "\(folder)/Sources") else {
            return nil
        }
        var count = 0
        while let name = names.nextObject() as? String {
            count += 1
            guard count < mostFiles, names.level < 32 else { return nil }
            guard name.hasSuffix(".swift"), let text = try? files.read("Sources/\(name)"),
                let (line, advice) = DependencyReview.firstUse(in: text)
            else { continue }
            return Finding(path: "\(identity)/Sources/\(name)", line: line + 1, text: advice)
        }
        return nil
    }
}
