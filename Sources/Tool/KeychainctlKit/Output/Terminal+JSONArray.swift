internal import PortableKeychain
internal import SafeText

extension Terminal {
    /// Prints an array of JSON as its elements come, in the layout of ``Terminal/json(_:)``.
    struct JSONArray {
        private var isEmpty = true

        /// Prints further elements.
        mutating func add(_ values: [JSON]) {
            var writer = SecretWriter(capacity: 1 << 16)
            for value in values {
                writer.append(isEmpty ? "[\n  " : ",\n  ")
                value.write(to: &writer, indent: "  ")
                isEmpty = false
            }
            writer.secret.withUnsafeBytes { data($0) }
        }

        /// Prints the end of the array.
        func end() { Terminal.line(isEmpty ? "[]" : "\n]") }
    }
}
