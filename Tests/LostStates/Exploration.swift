/// Tries all sequences of commands from a situation, up to a length, and looks whether one of them
/// takes a way into a keychain.
///
/// Situations that differ in nothing that matters are tried once: breadth first, so that the
/// sequence that reaches one is the shortest.
package struct Exploration {
    /// The commands.
    package var verbs: [PersonCommand.Verb]
    /// The keychains that the sequences are about, and that must not be lost.
    package var places: [Situation.Place]
    /// The action after each command: none, except for a defect that a test has put in.
    package var defect: @Sendable (Desk, PersonCommand, Desk.Outcome) -> Void = { _, _, _ in }
    /// Called after all sequences of each length, with the length and the findings so far.
    package var progress: @Sendable (Int, Report) -> Void = { _, _ in }

    /// Explores with some commands and keychains.
    package init(_ verbs: [PersonCommand.Verb], of places: [Situation.Place]) {
        (self.verbs, self.places) = (verbs, places)
    }

    /// A way into a keychain that a command took.
    package struct Loss: CustomStringConvertible, Sendable {
        /// The commands, of which the last one took it.
        package var commands: [PersonCommand]
        var place: Situation.Place
        var way: Situation.Way
        var outcome: Desk.Outcome

        package var description: String {
            let lines = commands.map { "  keychainctl \($0)" }.joined(separator: "\n")
            return "\(place) no longer opens with \(way) after\n\(lines)\n  \(outcome)"
        }
    }

    /// The findings of an exploration.
    package struct Report: Sendable {
        /// The number of different situations.
        package var situations = 1
        /// The number of sequences whose last command was tried.
        package var sequences = 0
        /// The losses, by the shortest sequences.
        package var losses: [Loss] = []
    }

    /// A situation, its ways in, and the commands that led to it.
    private struct Node {
        var situation: Situation
        var ways: [Situation.Place: Set<Situation.Way>]
        var commands: [PersonCommand]

        /// The recovery keys that open something.
        var papers: [Int] {
            let numbers = ways.values.joined().compactMap { way -> Int? in
                if case .paper(let number) = way { number } else { nil }
            }
            return Set(numbers).sorted()
        }
    }

    /// Tries all sequences.
    ///
    /// - Parameters:
    ///   - start: The situation.
    ///   - depth: The most commands of a sequence.
    ///   - most: The number of losses after which it ends.
    /// - Returns: The findings.
    /// - Throws: An error if a situation cannot be laid out on the disk.
    package func run(from start: Situation, depth: Int, most: Int = 1) throws -> Report {
        var report = Report()
        let first = Node(situation: start, ways: try ways(in: start), commands: [])
        var known: Set<String> = [signature(first)]
        var front = [first]
        for length in 0..<depth {
            var next: [Node] = []
            for node in front {
                for command in PersonCommand.all(verbs, of: places, papers: node.papers) {
                    report.sequences += 1
                    let (found, losses) = try step(node, command)
                    for loss in losses { report.losses.append(try shrunk(loss, from: start)) }
                    if report.losses.count >= most { return report }
                    guard losses.isEmpty, let found, known.insert(signature(found)).inserted
                    else { continue }
                    report.situations += 1
                    next.append(found)
                }
            }
            front = next
            progress(length + 1, report)
        }
        return report
    }

    /// Runs one sequence, each command on the result of the earlier ones.
    ///
    /// - Returns: The first loss, or `nil`.
    package func walk(_ commands: [PersonCommand], from start: Situation) throws -> Loss? {
        var node = Node(situation: start, ways: try ways(in: start), commands: [])
        for command in commands {
            if case .paper(let number) = command.typed,
                !node.situation.papers.indices.contains(number)
            {
                continue
            }
            let (next, losses) = try step(node, command)
            if let loss = losses.first { return loss }
            node = next ?? node
        }
        return nil
    }

    /// The commands of a random sequence: recovery keys are those that the person has at first.
    package func sequence(
        of count: Int,
        in start: Situation,
        using random: inout some RandomNumberGenerator
    ) -> [PersonCommand] {
        let all = PersonCommand.all(verbs, of: places, papers: Array(start.papers.indices))
        return (0..<count).compactMap { _ in all.randomElement(using: &random) }
    }

    /// Runs a command: the new situation, `nil` if nothing changed, and the losses.
    private func step(
        _ node: Node,
        _ command: PersonCommand
    ) throws -> (next: Node?, losses: [Loss]) {
        let desk = try Desk(node.situation)
        let outcome = desk.perform(command)
        defect(desk, command, outcome)
        let after = desk.situation
        // The chips alone open nothing, so that the same files are the same situation.
        let (old, new) = (node.situation.papers.count, after.papers.count)
        if after.image.keys == node.situation.image.keys, old == new { return (nil, []) }
        let next = Node(
            situation: after,
            ways: try ways(in: after, papers: node.papers + (old..<new)),
            commands: node.commands + [command]
        )
        var losses: [Loss] = []
        for place in places {
            for way in (node.ways[place] ?? []).sorted() {
                let replacements = Self.replacements(of: way, outcome)
                guard replacements.isDisjoint(with: next.ways[place] ?? []) else { continue }
                losses.append(
                    Loss(commands: next.commands, place: place, way: way, outcome: outcome)
                )
            }
        }
        return (next, losses)
    }

    /// The ways that may take the place of a way after a command.
    ///
    /// A refused command leaves each way as it is. A successful one may replace a recovery key by
    /// one that was typed or shown, and a way that the machine opens by itself also by its files.
    private static func replacements(
        of way: Situation.Way,
        _ outcome: Desk.Outcome
    ) -> Set<Situation.Way> {
        guard case .done(let papers) = outcome else { return [way] }
        let all = Set(papers.map { Situation.Way.paper($0) }).union([way])
        if case .paper = way { return all }
        return all.union([.files])
    }

    private func ways(
        in situation: Situation,
        papers: [Int]? = nil
    ) throws -> [Situation.Place: Set<Situation.Way>] {
        var found: [Situation.Place: Set<Situation.Way>] = [:]
        for place in places { found[place] = try situation.ways(into: place, papers: papers) }
        return found
    }

    /// Leaves out commands as long as the same way is lost at the end.
    private func shrunk(_ loss: Loss, from start: Situation) throws -> Loss {
        var shortest = loss
        for index in loss.commands.indices.dropLast().reversed() {
            var fewer = shortest.commands
            fewer.remove(at: index)
            if let found = try walk(fewer, from: start), found.commands == fewer {
                shortest = found
            }
        }
        return shortest
    }

    /// The essential parts of a situation, in words: its files, the ways that open, and of recovery
    /// keys only the things that they open, so that a second one for the same is nothing new.
    private func signature(_ node: Node) -> String {
        var opened: [Int: [Situation.Place]] = [:]
        var others: [String] = []
        for place in places {
            for way in (node.ways[place] ?? []).sorted() {
                guard case .paper(let number) = way else {
                    others.append("\(place) \(way)")
                    continue
                }
                opened[number, default: []].append(place)
            }
        }
        let papers = Set(opened.values.map { "a recovery key of \($0)" }).sorted()
        return (others + papers + node.situation.traits).joined(separator: "; ")
    }
}
