/// SwiftPM's description of a package, in the words of `swift package describe --type json`.
public struct PackageLayout: Decodable, Sendable {
    /// A target, with the paths of its sources.
    public struct Target: Decodable, Sendable {
        /// The name.
        public let name: String
        /// `library`, `executable`, `test`, and others.
        public let type: String
        /// `SwiftTarget`, or another kind.
        public let moduleType: String
        /// The folder, from the package's.
        public let path: String
        /// The sources, from the folder.
        public let sources: [String]

        /// The products of other packages that it depends on.
        public let productDependencies: [String]?

        private enum CodingKeys: String, CodingKey {
            case name, type, path, sources
            case moduleType = "module_type"
            case productDependencies = "product_dependencies"
        }

        /// The paths of the sources from the folder of the package.
        public var sourcePaths: [String] { sources.map(path(to:)) }

        /// The path of a file of the target from the folder of the package.
        func path(to file: String) -> String { path == "." ? file : "\(path)/\(file)" }
    }

    /// A product.
    public struct Product: Decodable, Sendable {
        /// The name.
        public let name: String
        /// The targets it names.
        public let targets: [String]
    }

    /// The name of the package.
    public let name: String
    /// The targets.
    public let targets: [Target]
    /// The products, those included that SwiftPM adds for executables.
    public let products: [Product]
    /// The version in the manifest that SwiftPM reads.
    public let toolsVersion: String
    /// The packages that it depends on.
    public let dependencies: [Dependency]?

    /// A package that another one depends on.
    public struct Dependency: Decodable, Sendable {
        /// The name by which SwiftPM knows it.
        public let identity: String
        /// Its folder, if it is in the file system.
        public let path: String?
    }

    private enum CodingKeys: String, CodingKey {
        case name, targets, products, dependencies
        case toolsVersion = "tools_version"
    }
}
