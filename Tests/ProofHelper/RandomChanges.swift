import PortableKeychain
import ProofSupport

/// Changes items at random until the process is killed, and journals each change before and after.
func changeAtRandom(_ folder: String, _ journal: Journal, seed: Int, firstVersion: Int) throws {
    let keychain = try Keychain.open(.standard, configuration: .proof(folder))
    var random = SeededRandom(seed: UInt64(seed))
    var version = firstVersion
    while true {
        version += 1
        let item = ProofItem(random.below(24), version: version)
        let verb = ["add", "update", "update", "delete"].randomElement(using: &random) ?? ""
        journal.write("\(verb) \(item.number) \(item.version)")
        do {
            switch verb {
            case "add": try keychain.add(item)
            case "update": try keychain.update(item)
            default: try keychain.delete(number: item.number)
            }
            journal.write("done")
        } catch {
            journal.write(error.code.name)
        }
    }
}

/// Changes the passcode from one number to the next, or also all keys, until the process is killed, and journals each
/// number before and after.
func rekey(_ folder: String, _ journal: Journal, first: Int, rotating: Bool) throws {
    let keychain = try Keychain.open(.standard, configuration: .proof(folder))
    for number in first... {
        journal.write("\(number + 1)")
        let (old, new) = (passcode(number), passcode(number + 1))
        if rotating {
            try keychain.access.rotate([.passcode(old)], newPasscode: new)
        } else {
            try keychain.changePasscode(from: old, to: new)
        }
        journal.write("done")
    }
}

/// Adds and removes slots of all kinds until the process is killed, and journals each change before
/// and after.
func changeSlots(_ folder: String, _ journal: Journal, first: Int) throws {
    let slots = ProofSlots(try Keychain.open(.standard, configuration: .proof(folder)))
    for number in first... {
        journal.write("\(number + 1)")
        try slots.change(number)
        journal.write("done")
    }
}

/// Enrols, changes, rotates and removes one way in until the process is killed, and journals each step
/// before and after.
func liveWay(_ folder: String, _ journal: Journal, kind: Int, first: Int) throws {
    guard let kind = AccessSlot.Kind(rawValue: UInt8(kind)) else { fatalError("no kind \(kind)") }
    let keychain = try Keychain.open(.standard, configuration: .proof(folder))
    for number in first... {
        journal.write("\(number + 1)")
        try ProofWay(kind).step(number, keychain)
        journal.write("done")
    }
}

private func passcode(_ number: Int) -> SecretBytes {
    SecretBytes(Array("passcode \(number)".utf8))
}
