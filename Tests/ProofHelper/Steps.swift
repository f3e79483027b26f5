import PortableKeychain
import ProofSupport
import KeychainLibC

/// Takes steps with keychains, and journals each before and after.
func take(_ words: some Sequence<String>, in folder: String, _ journal: Journal) throws {
    var session = DiskSession(try .proof(folder))
    for word in words {
        guard let step = DiskStep(word: word) else { fatalError("There is no step \(word).") }
        journal.write("begin \(word)")
        try session.perform(step)
        journal.write("done \(word)")
    }
}

/// Saves a file in a new folder, forgetting to wait for one of three things (0 for none): the
/// content, the file's entry, the folder's entry.
func save(_ folder: String, _ journal: Journal, forgetting: Int) {
    func synchronize(_ path: String) {
        let descriptor = open(path, O_RDONLY)
        fsync(descriptor)
        close(descriptor)
    }
    journal.write("begin save")
    mkdir(folder + "/new", 0o700)
    let path = folder + "/new/file"
    let file = open(path + ".part", O_WRONLY | O_CREAT, 0o600)
    let content = [UInt8](repeating: 7, count: 2000)
    guard write(file, content, content.count) == content.count else { return }
    close(file)
    if forgetting != 1 { synchronize(path + ".part") }
    rename(path + ".part", path)
    if forgetting != 2 { synchronize(folder + "/new") }
    if forgetting != 3 { synchronize(folder) }
    journal.write("done save")
}
