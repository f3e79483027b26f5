internal import SafeText

extension ItemList {
    /// Prints a list of items as they are read: as a table, as lines, or as JSON.
    ///
    /// A table on a terminal has only the columns that say something, and their widths: it begins after
    /// its last item, or when it is long, after the first four thousand, and then has all columns. An
    /// order of its own takes all items before the first can be printed.
    package struct Printer {
        private enum Form {
            case lines
            case json(Terminal.JSONArray)
            /// Items that wait for the widths of the table.
            case table([ListedItem])
            case longTable(LongTable)
        }

        /// Whether no item was added yet.
        package private(set) var isEmpty = true
        private var form: Form
        private let order: Order?
        private var unordered: [ListedItem] = []

        /// Begins a list.
        ///
        /// - Parameters:
        ///   - order: The order of the list; `nil` for the one in which items are added.
        ///   - json: Whether to print JSON.
        package init(order: Order? = nil, json: Bool) {
            self.order = order
            form = json ? .json(.init()) : Terminal.isInteractive ? .table([]) : .lines
        }

        /// Adds items to the list.
        package mutating func add(_ items: [ListedItem]) {
            guard !items.isEmpty else { return }
            isEmpty = false
            if order == nil { write(items) } else { unordered += items }
        }

        /// Prints what is left of the list.
        ///
        /// - Parameters:
        ///   - hidden: The number of invisible items that the list leaves out.
        ///   - isNamed: Whether the list has only items of a name.
        ///   - guarded: The number of items that the list leaves out because they require user
        ///     authentication.
        ///   - others: Whether the keychain has items that the list does not show.
        package mutating func end(
            hidden: Int = 0,
            isNamed: Bool = false,
            guarded: Int = 0,
            others: @autoclosure () -> Bool = false
        ) {
            if let order, !unordered.isEmpty { write(order.sorted(unordered)) }
            switch form {
            case .json(let array): array.end()
            case .table(let items) where !items.isEmpty: Self.write(table: items)
            case .lines, .table:
                if isEmpty, Terminal.isInteractive, guarded == 0 || hidden > 0 {
                    ItemList.sayNone(hidden: hidden, isNamed: isNamed, others: others())
                }
            case .longTable: break
            }
            ItemList.say(guarded: guarded)
        }

        private mutating func write(_ items: [ListedItem]) {
            switch form {
            case .lines: Terminal.table(header: ListedItem.header, items.map(\.fields))
            case .json(var array):
                array.add(items.map { .object($0.json) })
                form = .json(array)
            case .table(let others):
                let items = others + items
                form = .table(items)
                // One that is in an order of its own is in memory anyway.
                guard order == nil, items.count > LongTable.longestWait else { return }
                form = .longTable(LongTable(header: ListedItem.header, items.map(\.cells)))
            case .longTable(let table): table.add(items.map(\.cells))
            }
        }

        private static func write(table items: [ListedItem]) {
            let rows = items.map(\.cells)
            let columns = ListedItem.columns(of: rows)
            Terminal.table(
                header: columns.map { ListedItem.header[$0] },
                rows.map { row in columns.map { row[$0] } }
            )
        }
    }
}
