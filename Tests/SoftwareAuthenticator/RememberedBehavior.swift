import Foundation

extension SoftwareAuthenticator {
    /// The security key that a file describes; changes of its tries are written into the file.
    package static func remembered(in file: URL) -> SoftwareAuthenticator {
        let lines = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        var words: [String: String] = [:]
        for line in lines.split(separator: "\n") {
            let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
            if parts.count == 2 { words[parts[0]] = parts[1] }
        }
        var behavior = Behavior()
        behavior.touch = words["touch"].flatMap(Behavior.Touch.init) ?? .given
        behavior.fault = words["fault"].flatMap(Behavior.Fault.init) ?? .none
        behavior.pin = words["pin"]
        behavior.triesLeft = words["tries"].flatMap { Int($0) } ?? 8
        let seed = [UInt8](repeating: words["seed"].flatMap { UInt8($0) } ?? 1, count: 32)
        return SoftwareAuthenticator(seed: seed, behavior) { [words] after in
            // Each process is a new connection, so that only the tries are kept.
            let kept = words.merging(["tries": "\(after.triesLeft)"]) { _, new in new }
            let lines = kept.map { "\($0) \($1)\n" }.sorted().joined()
            try? lines.write(to: file, atomically: true, encoding: .utf8)
        }
    }
}
