import Foundation

/// Ends the program when a check fails, and names it.
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

/// Runs code that must fail, and returns the error.
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
