import Foundation

/// Ends the program when something is not as it should be, and says what.
func check(
    _ condition: @autoclosure () throws -> Bool,
    _ what: String,
    _ file: StaticString = #fileID,
    _ line: UInt = #line
) {
    do {
        if try condition() { return }
        stop("\(file):\(line): not so: \(what)")
    } catch {
        stop("\(file):\(line): \(what): \(error)")
    }
}

/// Runs what must fail, and hands out how it did.
func failure(
    _ what: String,
    _ file: StaticString = #fileID,
    _ line: UInt = #line,
    _ body: () throws -> Void
) -> any Error {
    do {
        try body()
    } catch {
        return error
    }
    stop("\(file):\(line): did not fail: \(what)")
}

/// Ends the program, and says why.
func stop(_ message: String) -> Never {
    FileHandle.standardError.write(Data((message + "\n").utf8))
    exit(1)
}
