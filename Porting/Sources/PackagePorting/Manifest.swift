internal import Foundation

/// A manifest, to which lines are added at the end, so that nothing in it has to be understood.
struct Manifest {
    /// The text without the additions of an earlier run.
    private let text: String
    /// The block that the earlier run added.
    private let oldBlock: String?
    /// Aliases of modules came with 5.7.
    private static let oldestVersion = (major: 5, minor: 7)
    private static let raisedVersion = "5.9"

    init(_ text: String) {
        guard let start = text.range(of: ManifestBlock.begin),
            let last = text.range(of: ManifestBlock.end + "\n"),
            start.lowerBound < last.lowerBound
        else {
            self.text = text
            oldBlock = nil
            return
        }
        var rest = text
        rest.removeSubrange(start.lowerBound..<last.upperBound)
        while rest.hasSuffix("\n\n") { rest.removeLast() }
        self.text = rest
        oldBlock = String(text[start.lowerBound..<last.upperBound])
    }

    /// Whether the package has swift-crypto already, in a version that it chose.
    var hasCrypto: Bool { text.contains("swift-crypto") }

    /// Adds the products to the targets that need them.
    ///
    /// - Parameters:
    ///   - needs: The needs of the targets.
    ///   - keychain: The place of PortableKeychain.
    ///   - layout: SwiftPM's description of the package.
    /// - Returns: The new manifest, and its additions.
    /// - Throws: ``PortingError`` if there is no package to add it to, or it is there by hand.
    func adding(
        _ needs: [TargetNeeds],
        at keychain: KeychainLocation,
        to layout: PackageLayout
    ) throws(PortingError) -> (text: String, done: [(line: Int, text: String)]) {
        guard !CodeMask.code(of: text).contains("moduleAliases"),
            !text.contains("PortableKeychain\"")
        else {
            throw PortingError(
                "The manifest already depends on PortableKeychain. Remove that, or port by hand."
            )
        }
        let block = ManifestBlock(
            needs: needs,
            keychain: keychain,
            addsCrypto: needs.contains { $0.vocabularies.contains(.crypto) },
            variable: try packageVariable(),
            products: layout.products.filter {
                oldBlock?.contains(ManifestBlock.declaration(ofProduct: $0.name)) != true
            }
        ).text
        var done: [(line: Int, text: String)] = []
        var rest = text
        if let raised = raisingVersion() {
            rest = raised
            done.append((0, "tools version \(layout.toolsVersion) is now \(Self.raisedVersion)"))
        }
        if !rest.hasSuffix("\n") { rest += "\n" }
        let line = rest.utf8.count { $0 == UInt8(ascii: "\n") } + 1
        if block != oldBlock {
            done += needs.map { (line, "target '\($0.target)' gets \($0.listed) on Linux") }
        }
        return (rest + "\n" + block, done)
    }

    private func packageVariable() throws(PortingError) -> String {
        let variable = #/(?m)^\s*(?:let|var)\s+(\w+)\s*(?::\s*Package)?\s*=\s*Package\s*\(/#
        guard let name = CodeMask.code(of: text).firstMatch(of: variable)?.output.1 else {
            throw PortingError(
                "The manifest has no 'let package = Package(…)', to which a dependency could be added."
            )
        }
        return String(name)
    }

    private func raisingVersion() -> String? {
        let comment = #/(\s*\/\/\s*swift-tools-version\s*:\s*)(\d+)(?:\.(\d+))?[\d.]*/#
        guard let match = text.prefixMatch(of: comment), let major = Int(match.output.2) else {
            return nil
        }
        let minor = match.output.3.flatMap { Int($0) } ?? 0
        guard (major, minor) < Self.oldestVersion else { return nil }
        return text.replacingCharacters(
            in: match.range,
            with: "\(match.output.1)\(Self.raisedVersion)"
        )
    }
}
