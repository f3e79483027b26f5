// A device of a person, for tests that kill it: SyncDriver TASK FOLDER REMOTE WORD…
//
//   begin                     a vault on the repository
//   add OTHER                 the device in the folder OTHER becomes a member
//   write ACCOUNT SECRET      an item that is synchronized
//   round                     one round; its end, or "settled", is printed, and on standard error why
//   list                      all such items
import Foundation
import KeychainSync
import KeychainSyncGit
import PortableKeychain

let words = CommandLine.arguments.dropFirst()
guard words.count >= 3, let task = words.first else {
    fatalError("usage: SyncDriver TASK FOLDER REMOTE WORD…")
}
let rest = Array(words.dropFirst(3))
do {
    let device = try DrivenDevice(folder: words[words.startIndex + 1])
    let engine = try device.engine(words[words.startIndex + 2])
    do {
        switch task {
        case "begin": try await device.begin(engine)
        case "add": try await device.add(DrivenDevice(folder: rest[0]), engine)
        case "write": try device.write(rest[0], rest[1])
        case "round":
            let end = try await device.round(engine)
            print(end == .upToDate(waiting: 0) ? "settled" : "\(end)")
            if let problem = await engine.problem {
                FileHandle.standardError.write(Data((problem.text + "\n").utf8))
            }
        case "list": print(try device.list())
        default: print("There is no task \(task).")
        }
    } catch {
        print("failed: \(error): \(await engine.problem?.text ?? "")")
        exit(1)
    }
} catch {
    print("failed: \(error)")
    exit(1)
}
