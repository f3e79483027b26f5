internal import Foundation
internal import PortableKeychain

extension Situation {
    /// The parts that commands may read besides those that open: the files, which of them are of
    /// the same device key, and the slots of each keychain.
    var traits: [String] {
        var known: [Data: Int] = [:]
        let files = image.keys.sorted { $0.key < $1.key }.map { name, content -> String in
            guard name.contains("/device") else { return name.replacing(Self.digits, with: "") }
            // The identifier, or the key itself; both are compared only with those of other files.
            let mark = content.dropFirst(8).prefix(16)
            let number = known[mark] ?? known.count
            known[mark] = number
            return "\(name.replacing(Self.digits, with: ""))=\(number)"
        }
        // A second copy of the same device key, for another recovery key, is nothing new.
        return Set(files).sorted() + [slots(.work), slots(.home)]
    }

    nonisolated(unsafe) private static let digits = /[0-9a-f]{16,}/

    private func slots(_ place: Place) -> String {
        guard let desk = try? Desk(self) else { return "" }
        let found = [nil, 0, 1].map { chip -> String in
            do throws(KeychainError) {
                let keychain = try Keychain.open(
                    desk.place(place),
                    configuration: desk.program(chip: chip)
                )
                return try keychain.access.slots().map { "\($0.kind)" }.joined(separator: "+")
            } catch { return error.code.name }
        }
        return found.joined(separator: "/")
    }
}
