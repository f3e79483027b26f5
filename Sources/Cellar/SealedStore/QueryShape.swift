/// The constraints of a ``RowQuery`` without their values, which determine its SQL text.
///
/// A connection keeps one prepared statement for each shape (``StatementKey``), so searches that
/// differ only in values use the same statement. It also decides which index SQLite uses. A
/// hashable value without the query's data.
struct QueryShape: Hashable {
    private var constraints: UInt16
    private var groupCount: Int
    let wantsSecret: Bool

    private enum Constraint: UInt16, CaseIterable {
        // In the order of preference: the first constraint of a query determines the index.
        case identifier, primaryKey, first, second, third
        case group, itemClass, flags, after
    }

    /// The numbers of the parameters in the text; the groups are the last ones.
    enum Parameter {
        static let identifier: Int32 = 1
        static let primaryKey: Int32 = 2
        static let itemClass: Int32 = 3
        static let first: Int32 = 4
        static let second: Int32 = 5
        static let third: Int32 = 6
        static let flagsMask: Int32 = 7
        static let flagsValue: Int32 = 8
        static let after: Int32 = 9
        static let groups: Int32 = 10
    }

    init(_ query: RowQuery) {
        constraints = 0
        groupCount = query.groups?.count ?? 0
        wantsSecret = query.wantsSecret
        add(.identifier, if: query.identifier != nil)
        add(.primaryKey, if: query.primaryKey != nil)
        add(.first, if: query.first != nil)
        add(.second, if: query.second != nil)
        add(.third, if: query.third != nil)
        add(.group, if: query.groups != nil)
        add(.itemClass, if: query.itemClass != nil)
        add(.flags, if: query.flagsMask != 0)
        add(.after, if: query.after != nil)
    }

    /// Whether a query of this shape binds bytes without copying them.
    var lendsBytes: Bool { has(.identifier) || has(.primaryKey) }

    /// The SQL text, which reads rows in the order of their ids without sorting rows.
    ///
    /// A store has no statistics, and without them the planner can prefer an index that matches
    /// almost every row. A unary plus hides a term from the planner, so that only one index can be
    /// used.
    var sql: String {
        let columns = """
            id, class, protection, flags, grp, first, second, third, \
            identifier, primary_key, metadata, \(wantsSecret ? "secret" : "length(secret)")
            """
        let select = "SELECT \(columns) FROM items"
        switch driver {
        case .group where groupCount > 1 && groupCount <= Self.maximumMerge:
            // The entries of each group are in the order of ids, so SQLite can merge them without
            // sorting.
            let branches = (0..<Int32(groupCount)).map {
                "\(select) WHERE grp = ?\(Parameter.groups + $0)\(conditions(without: [.group]))"
            }
            return branches.joined(separator: " UNION ALL ") + " ORDER BY 1"
        case .group where groupCount > Self.maximumMerge:
            return idsFirst(select, "grp IN (\(groupList))", without: [.group])
        case .first where has(.second):
            let rest = conditions(without: [.first, .second])
            let pair = "first = ?\(Parameter.first) AND second = ?\(Parameter.second)"
            return "\(select) WHERE \(pair)\(rest) ORDER BY id"
        case .first:
            return idsFirst(select, "first = ?\(Parameter.first)", without: [.first])
        case let driver?:
            let rest = conditions(without: [driver])
            return "\(select) WHERE \(term(driver))\(rest) ORDER BY id"
        case nil:
            return "\(select) WHERE true\(conditions(without: [])) ORDER BY id"
        }
    }

    /// The largest number of groups that is merged; for more, collecting ids is cheaper.
    private static let maximumMerge = 16

    /// A statement that collects and sorts only ids, not rows, for an index that does not return ids
    /// in order.
    private func idsFirst(
        _ select: String,
        _ condition: String,
        without used: [Constraint]
    ) -> String {
        let rest = conditions(without: used)
        let start = has(.after) ? " AND \(term(.after))" : ""
        return """
            \(select) WHERE id IN (SELECT id FROM items WHERE \(condition)\(start))\(rest) ORDER BY id
            """
    }

    /// The constraint whose index is used.
    private var driver: Constraint? {
        [.identifier, .primaryKey, .first, .second, .third, .group].first(where: has)
    }

    /// The terms that choose no index, but the one on ids: ids end the entries of each index, so that
    /// reading begins behind an id without passing over the rows before it.
    private func conditions(without used: [Constraint]) -> String {
        // Not joined(), whose first use alone takes 100,000 instructions.
        var terms = ""
        for constraint in Constraint.allCases where has(constraint) && !used.contains(constraint) {
            terms += constraint == .after ? " AND " : " AND +"
            terms += term(constraint)
        }
        return terms
    }

    private func term(_ constraint: Constraint) -> String {
        switch constraint {
        case .identifier: "identifier = ?\(Parameter.identifier)"
        case .primaryKey: "primary_key = ?\(Parameter.primaryKey)"
        case .first: "first = ?\(Parameter.first)"
        case .second: "second = ?\(Parameter.second)"
        case .third: "third = ?\(Parameter.third)"
        case .group: "grp IN (\(groupList))"
        case .itemClass: "class = ?\(Parameter.itemClass)"
        // Not '>', for which the page of that row is read, which may be a damaged one.
        case .after: "id >= ?\(Parameter.after) + 1"
        case .flags: "(flags & ?\(Parameter.flagsMask)) = ?\(Parameter.flagsValue)"
        }
    }

    private var groupList: String {
        (0..<Int32(groupCount)).map { "?\(Parameter.groups + $0)" }.joined(separator: ", ")
    }

    private func has(_ constraint: Constraint) -> Bool {
        constraints & 1 << constraint.rawValue != 0
    }

    private mutating func add(_ constraint: Constraint, if isPresent: Bool) {
        if isPresent { constraints |= 1 << constraint.rawValue }
    }
}

extension Statement {
    /// Binds the values of a query; its keys are not copied and must stay valid until the reset.
    func bind(
        _ query: RowQuery,
        identifier: UnsafeRawBufferPointer,
        primaryKey: UnsafeRawBufferPointer
    ) throws(StoreError) {
        typealias Parameter = QueryShape.Parameter
        if query.identifier != nil { try bind(lending: identifier, at: Parameter.identifier) }
        if query.primaryKey != nil { try bind(lending: primaryKey, at: Parameter.primaryKey) }
        if let value = query.itemClass { try bind(value, at: Parameter.itemClass) }
        if let value = query.first { try bind(value, at: Parameter.first) }
        if let value = query.second { try bind(value, at: Parameter.second) }
        if let value = query.third { try bind(value, at: Parameter.third) }
        if let value = query.after { try bind(value, at: Parameter.after) }
        if query.flagsMask != 0 {
            try bind(query.flagsMask, at: Parameter.flagsMask)
            try bind(query.flagsValue, at: Parameter.flagsValue)
        }
        for (offset, group) in (query.groups ?? []).enumerated() {
            try bind(group, at: Parameter.groups + Int32(offset))
        }
    }
}
