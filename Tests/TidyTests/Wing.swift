import Foundation

/// A part of the house: targets that stand together.
struct Wing: Sendable {
    let name: String
    let targets: [String]

    /// The wings in the table of a manifest, from the highest to the lowest.
    static func all(in manifest: String) -> [Wing] {
        let table = /let wings: KeyValuePairs = \[\n(.*?)\n\s*\]\n/.dotMatchesNewlines()
        guard let rows = manifest.firstMatch(of: table)?.1 else { return [] }
        return rows.matches(of: /"(\w+)": \[([^\]]*)\]/).map { row in
            Wing(
                name: String(row.1),
                targets: row.2.matches(of: /"([\w-]+)"/).map { String($0.1) }
            )
        }
    }

    /// The folder of the wing, as a path from the root of the repository.
    var folder: String { "Sources/\(name)" }

    /// The folder of one of its targets.
    func home(of target: String) -> String { "\(folder)/\(target)" }

    /// The wing as lines of a drawing: its name, and its targets beside it.
    var drawing: [String] {
        var lines = [" " + name.padding(toLength: 9, withPad: " ", startingAt: 0)]
        for target in targets {
            if lines[lines.count - 1].count + 2 + target.count > 120 {
                lines.append(String(repeating: " ", count: 10))
            }
            lines[lines.count - 1] += "  " + target
        }
        return lines
    }
}

extension Repository {
    /// The folder of a target of `Sources`, as a path from the root of the repository.
    static func home(of target: String) -> String {
        guard let wing = wings.first(where: { $0.targets.contains(target) }) else {
            preconditionFailure("Package.swift names no wing for \(target).")
        }
        return wing.home(of: target)
    }

    private static let wings = Wing.all(
        in: file("Package.swift")?.lines.joined(separator: "\n") ?? ""
    )
}
