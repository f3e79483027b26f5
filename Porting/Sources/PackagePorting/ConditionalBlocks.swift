/// Follows `#if` … `#endif` from line to line.
struct ConditionalBlocks {
    /// A condition without any branch that Linux compiles.
    struct Excluded: Equatable {
        /// The lines, with both directives.
        let lines: ClosedRange<Int>
        /// Whether it has one branch only.
        let isSimple: Bool
    }

    private struct Block {
        let start: Int
        /// Whether the branch that is read is compiled on Linux.
        var isCompiled: Bool
        /// Whether a branch before it certainly is, so that no later one can be.
        var isDecided: Bool
        /// Whether any branch is.
        var hasCompiledBranch: Bool
        var isSimple = true
    }

    private var open: [Block] = []
    /// The number of open blocks that are in a branch which is not compiled.
    private var hidden = 0
    /// The outermost blocks without a compiled branch.
    private(set) var excluded: [Excluded] = []

    /// Whether the next line is compiled on Linux.
    var isCompiled: Bool { hidden == 0 }

    /// Reads a line that starts with a number sign.
    ///
    /// - Returns: Whether it is compiled on Linux; a directive counts as the lines around it.
    mutating func read(_ tokens: [CodeToken], at line: Int) -> Bool {
        switch tokens.first?.text {
        case "#if": enterBlock(Condition.valueOnLinux(tokens.dropFirst()), line)
        case "#elseif": enterBranch(Condition.valueOnLinux(tokens.dropFirst()))
        case "#else": enterBranch(true)
        case "#endif":
            guard let block = open.popLast() else { break }
            if !block.isCompiled { hidden -= 1 }
            if !block.hasCompiledBranch, isCompiled {
                excluded.append(Excluded(lines: block.start...line, isSimple: block.isSimple))
            }
            return isCompiled
        default: return isCompiled
        }
        return hidden - (open.last?.isCompiled == false ? 1 : 0) == 0
    }

    private mutating func enterBlock(_ value: Bool?, _ line: Int) {
        if value == false { hidden += 1 }
        open.append(
            Block(
                start: line,
                isCompiled: value != false,
                isDecided: value == true,
                hasCompiledBranch: value != false
            )
        )
    }

    private mutating func enterBranch(_ value: Bool?) {
        guard var block = open.popLast() else { return }
        let wasCompiled = block.isCompiled
        block.isCompiled = !block.isDecided && value != false
        block.isDecided = block.isDecided || value == true
        block.hasCompiledBranch = block.hasCompiledBranch || block.isCompiled
        block.isSimple = false
        hidden += (wasCompiled ? 1 : 0) - (block.isCompiled ? 1 : 0)
        open.append(block)
    }
}
