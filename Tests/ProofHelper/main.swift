// The tasks that the proofs run in processes of their own: ProofHelper TASK FOLDER JOURNAL WORD…
//
// Without Foundation, so that a process starts in milliseconds.
import PortableKeychain
import ProofSupport

let words = CommandLine.arguments.dropFirst()
guard words.count >= 3, let task = words.first, let journal = Journal(words[words.startIndex + 2])
else { fatalError("usage: ProofHelper TASK FOLDER JOURNAL WORD…") }
let folder = words[words.startIndex + 1]
let numbers = words.dropFirst(3).compactMap { Int($0) }

do {
    switch task {
    case "change": try changeAtRandom(folder, journal, seed: numbers[0], firstVersion: numbers[1])
    case "make": try make(folder, journal, mask: numbers[0])
    case "write": try write(folder, journal, first: numbers[0], count: numbers[1])
    case "count": try count(folder, journal, times: numbers[0])
    case "read", "readAgain":
        try readMany(folder, journal, times: numbers[0], again: task == "readAgain")
    case "watch": try watch(folder, journal, counter: numbers[0], end: numbers[1])
    case "rekey", "rotate":
        try rekey(folder, journal, first: numbers[0], rotating: task == "rotate")
    case "rotateMany": try rotateMany(folder, journal, count: numbers[0])
    case "slots": try changeSlots(folder, journal, first: numbers[0])
    case "way": try liveWay(folder, journal, kind: numbers[0], first: numbers[1])
    case "kept": for name in KernelKeyRetention().names.sorted() { journal.write(name) }
    case "leak": try leak(folder, journal, count: numbers[0])
    case "leakKey": try leakKey(journal)
    case "history": try keepHistory(folder, journal, first: numbers[0])
    case "contents": try tellContents(folder, journal)
    case "steps": try take(words.dropFirst(3), in: folder, journal)
    case "folder":
        try ProgramFolder.make(folder + "/new/" + String(numbers[0]))
        journal.write("made")
    case "log": restartLog(folder, journal)
    case "save": save(folder, journal, forgetting: numbers[0])
    default: fatalError("There is no task \(task).")
    }
} catch {
    journal.write("failed: \(error)")
}
