internal import PortableKeychain
package import SafeText

extension Terminal {
    /// Prints an array of JSON as its elements come, in the layout of ``Terminal/json(_:)``.
    package struct JSONArray {
        private var isEmpty = true
        /// The name of the array, if it is the first member of an object.
        private let name: String?
        private let indent: String

        /// Begins an array.
        ///
        /// - Parameter name: Its name, if it is the first member of an object.
        package init(named name: String? = nil) {
            self.name = name
            indent = name == nil ? "  " : "    "
        }

        private var start: String { name.map { "{\n  \"\($0)\": [" } ?? "[" }

        /// Prints further elements.
        package mutating func add(_ values: [JSON]) {
            var writer = SecretWriter(capacity: 1 << 16)
            for value in values {
                writer.append((isEmpty ? start : ",") + "\n\(indent)")
                value.write(to: &writer, indent: indent)
                isEmpty = false
            }
            writer.secret.withUnsafeBytes { data($0) }
        }

        /// Prints the end of the array, and of its object.
        ///
        /// - Parameter members: The other members of the object.
        package func end(_ members: [(String, JSON)] = []) {
            var writer = SecretWriter(capacity: 1 << 16)
            writer.append((isEmpty ? start : "\n" + indent.dropLast(2)) + "]")
            for (name, value) in members {
                writer.append(",\n  \"\(name)\": ")
                value.write(to: &writer, indent: "  ")
            }
            writer.append(name == nil ? "\n" : "\n}\n")
            writer.secret.withUnsafeBytes { data($0) }
        }
    }
}
