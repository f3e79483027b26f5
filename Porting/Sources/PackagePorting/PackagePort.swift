/// The changes of a package's files that move it to Linux, and the work that it leaves to a person.
public struct PackagePort: Sendable {
    /// The files that are new or different, with their whole texts.
    public private(set) var files: [String: String] = [:]
    /// The changes that are made in them.
    public private(set) var done: [Finding] = []
    /// The places that a person has to look at.
    public private(set) var left: [Finding] = []

    /// The options of porting a package.
    public struct Options: Sendable {
        let keychain: KeychainLocation
        let includesHidden: Bool

        /// Makes the options.
        ///
        /// - Parameters:
        ///   - keychain: The place where the package is to find PortableKeychain.
        ///   - includesHidden: Whether Linux is to compile sources that conditions hide from it whole.
        public init(keychain: KeychainLocation, includesHidden: Bool = false) {
            self.keychain = keychain
            self.includesHidden = includesHidden
        }
    }

    private let options: Options
    private let ownModules: Set<String>

    /// Plans to port a package, and writes nothing.
    ///
    /// - Parameters:
    ///   - layout: SwiftPM's description of the package.
    ///   - manifest: The path of the manifest that SwiftPM reads.
    ///   - options: The options of the port.
    ///   - read: Reads a file of the package.
    /// - Throws: ``PortingError`` if the manifest cannot be changed; errors of `read`.
    public init(
        _ layout: PackageLayout,
        manifest: String,
        options: Options,
        read: (String) throws(PortingError) -> String
    ) throws(PortingError) {
        self.options = options
        ownModules = Set(layout.targets.map(\.name))
        let old = try read(manifest)
        let oldManifest = Manifest(old)
        var needs: [TargetNeeds] = []
        for target in layout.targets.sorted(by: { $0.name < $1.name }) {
            guard target.moduleType == "SwiftTarget" else {
                leaveForeignSources(of: target)
                continue
            }
            let sources = try rewrite(target, read)
            for source in sources {
                left +=
                    SourceReview(
                        source.text,
                        path: source.path,
                        target: target,
                        ownModules: ownModules
                    ).left
            }
            var vocabularies = Vocabulary.allCases.filter { Self.isNeeded($0, by: sources) }
            if oldManifest.hasCrypto { vocabularies.removeAll { $0 == .crypto } }
            let ownName = try OurNames.check(target.name)
            guard !vocabularies.isEmpty || ownName else { continue }
            needs.append(
                TargetNeeds(
                    target: target.name,
                    isLibrary: target.type == "library",
                    vocabularies: vocabularies,
                    sharesName: ownName
                )
            )
            if vocabularies.contains(.security) { exportWhereNeeded(target, sources) }
        }
        let aliased = Set(needs.flatMap(\.vocabularies).filter { $0.alias != nil })
        needs = needs.map { $0.hasAlias ? $0.adding(aliased) : $0 }
        guard needs.contains(where: { !$0.vocabularies.isEmpty && $0.hasAlias }) else {
            throw PortingError(
                "No Swift target of '\(layout.name)' uses Security or LocalAuthentication."
            )
        }
        let new = try oldManifest.adding(needs, at: options.keychain, to: layout)
        if new.text != old { files[manifest] = new.text }
        done += new.done.map { Finding(path: manifest, line: $0.line + 1, text: $0.text) }
        left = Self.sayingOnce(left.sorted { ($0.path, $0.line) < ($1.path, $1.line) })
    }

    private typealias Source = (path: String, text: SourceText)

    /// The sources of a target as they will be, in which moved code needs no further changes.
    private mutating func rewrite(
        _ target: PackageLayout.Target,
        _ read: (String) throws(PortingError) -> String
    ) throws(PortingError) -> [Source] {
        var sources: [Source] = []
        for path in target.sourcePaths {
            let source = SourceText(try read(path))
            let included = options.includesHidden ? Inclusion.including(source) : nil
            let rewrite = SourceRewrite(
                included?.source ?? source,
                included: included?.lines ?? [],
                ownModules: ownModules
            )
            done += rewrite.done.map { Finding(path: path, line: $0.line + 1, text: $0.text) }
            left += rewrite.left.map { Finding(path: path, line: $0.line + 1, text: $0.text) }
            guard !rewrite.done.isEmpty else {
                sources.append((path, source))
                continue
            }
            let text = rewrite.lines.joined(separator: "\n")
            files[path] = text
            sources.append((path, SourceText(text)))
        }
        return sources
    }

    /// Some advice is about the whole package.
    private static func sayingOnce(_ findings: [Finding]) -> [Finding] {
        let once = Set(Rule.all.filter(\.isSaidOnce).map(\.advice))
        var said: Set<String> = []
        return findings.filter { !once.contains($0.text) || said.insert($0.text).inserted }
    }

    /// Checks the ported package as SwiftPM sees it, and adds the missing parts to ``left``.
    ///
    /// - Parameters:
    ///   - layout: SwiftPM's description of the package after the change.
    ///   - others: Manifests for other versions of Swift, which were not changed.
    public mutating func check(_ layout: PackageLayout, otherManifests others: [String]) {
        let sources = Set(layout.targets.flatMap(\.sourcePaths))
        // Some targets list their sources.
        let unseen = files.keys.filter { $0.hasSuffix(Self.exportingFile) && !sources.contains($0) }
        left += unseen.sorted().map {
            Finding(path: $0, line: 1, text: "Add this file to the 'sources' of its target.")
        }
        left += others.sorted().map {
            Finding(
                path: $0,
                line: 1,
                text: "This manifest, for other versions of Swift, is as it was."
            )
        }
    }

    /// Adds findings from outside of the package.
    public mutating func add(_ findings: [Finding]) { left += findings }

    /// Says which submodules are missing, and in which ones files were changed.
    public mutating func addSubmodules(_ paths: [String], missing: [String]) {
        for path in paths.sorted() {
            if missing.contains(path) {
                let text = "The submodule '\(path)' is empty. Run 'git submodule update --init'."
                left.append(Finding(path: ".gitmodules", line: 1, text: text))
            } else if files.keys.contains(where: { $0.hasPrefix(path + "/") }) {
                let text = "What is changed in the submodule '\(path)' is to be committed there."
                left.append(Finding(path: ".gitmodules", line: 1, text: text))
            }
        }
    }

    private static let exportingFile = "SecurityOnLinux.swift"

    private static func isNeeded(_ vocabulary: Vocabulary, by sources: [Source]) -> Bool {
        sources.contains {
            !$0.text.imports(of: vocabulary.rawValue).isEmpty
                || vocabulary == .security && $0.text.usesOnLinux(vocabulary)
        }
    }

    /// Apple's Foundation exports Security, so that some sources never import it.
    private mutating func exportWhereNeeded(
        _ target: PackageLayout.Target,
        _ sources: [Source]
    ) {
        let module = Vocabulary.security.rawValue
        let bare = sources.first {
            $0.text.usesOnLinux(.security) && $0.text.imports(of: module).isEmpty
        }
        let exports = sources.contains { source in
            source.text.imports(of: module).contains {
                source.text.tokens($0).has(["@_exported"])
            }
        }
        guard let bare, !exports else { return }
        let path = target.path(to: Self.exportingFile)
        files[path] = """
            // Apple's Foundation exports Security; on Linux this line does. Without it, these sources would
            // have to import the module one by one.
            #if os(Linux)
                @_exported import Security
            #endif

            """
        done.append(
            Finding(
                path: path,
                line: 1,
                text: "new: exports Security, which \(bare.path) does not import"
            )
        )
    }

    private mutating func leaveForeignSources(of target: PackageLayout.Target) {
        let objectiveC = target.sourcePaths.filter { $0.hasSuffix(".m") || $0.hasSuffix(".mm") }
        left += objectiveC.map {
            Finding(
                path: $0,
                line: 1,
                text: "Linux has no Objective-C. Move this target out, or rewrite it."
            )
        }
    }
}
