/// Follows `#if` … `#endif` from line to line.
struct ConditionalBlocks {
    private struct Block {
        let start: Int
        /// Whether the branch that is read is compiled on Linux.
        var isCompiled: Bool
        /// Whether a branch before it certainly is, so that no later one can be.
        var isDecided: Bool
        /// Whether any branch is.
        var hasCompiledBranch: Bool
    }

    private var open: [Block] = []
    /// The first and last lines of the outermost blocks without a compiled branch.
    private(set) var excluded: [ClosedRange<Int>] = []

    /// Reads the next line of code.
    ///
    /// - Returns: Whether it is compiled on Linux; a directive as what surrounds it.
    mutating func read(_ code: String, at line: Int) -> Bool {
        let text = code.trimmingPrefix { $0 == " " || $0 == "\t" }
        if text.hasPrefix("#if") {
            let value = Condition.valueOnLinux(String(text.dropFirst(3)))
            open.append(
                Block(
                    start: line,
                    isCompiled: value != false,
                    isDecided: value == true,
                    hasCompiledBranch: value != false
                )
            )
        } else if text.hasPrefix("#elseif") {
            enterBranch(Condition.valueOnLinux(String(text.dropFirst(7))))
        } else if text.hasPrefix("#else") {
            enterBranch(true)
        } else if text.hasPrefix("#endif"), let block = open.popLast() {
            if !block.hasCompiledBranch, open.allSatisfy(\.isCompiled) {
                excluded.append(block.start...line)
            }
        } else {
            return open.allSatisfy(\.isCompiled)
        }
        return open.dropLast().allSatisfy(\.isCompiled)
    }

    private mutating func enterBranch(_ value: Bool?) {
        guard var block = open.popLast() else { return }
        block.isCompiled = !block.isDecided && value != false
        block.isDecided = block.isDecided || value == true
        block.hasCompiledBranch = block.hasCompiledBranch || block.isCompiled
        open.append(block)
    }
}
