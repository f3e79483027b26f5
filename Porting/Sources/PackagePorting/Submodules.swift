/// The submodules that a file `.gitmodules` names.
public enum Submodules {
    /// The folders of the submodules, without those that are outside of the repository.
    public static func paths(in text: String) -> [String] {
        text.split(whereSeparator: \.isNewline).compactMap { line in
            let parts = line.split(separator: "=", maxSplits: 1).map { String($0).trimmed }
            guard parts.count == 2, parts[0] == "path", !parts[1].hasPrefix("/"),
                !parts[1].split(separator: "/").contains("..")
            else { return nil }
            return parts[1]
        }
    }
}
