/// An interface of the Secret Service or of the portal: methods, properties and signals.
struct BusInterface {
    let name: String
    /// The name of a method, its arguments, and its results.
    let methods: [(name: String, takes: [String], gives: [String])]
    /// Name, type, and whether it can be set.
    let properties: [(name: String, type: String, isWritable: Bool)]
    /// The name of a signal, and the types of its arguments.
    let signals: [(name: String, says: [String])]

    private init(
        _ name: String,
        methods: [(name: String, takes: [String], gives: [String])],
        properties: [(name: String, type: String, isWritable: Bool)] = [],
        signals: [(name: String, says: [String])] = []
    ) {
        (self.name, self.methods) = (name, methods)
        (self.properties, self.signals) = (properties, signals)
    }

    private static let secrets = "org.freedesktop.Secret."

    static let service = BusInterface(
        secrets + "Service",
        methods: [
            ("OpenSession", ["s", "v"], ["v", "o"]),
            ("CreateCollection", ["a{sv}", "s"], ["o", "o"]),
            ("SearchItems", ["a{ss}"], ["ao", "ao"]),
            ("Unlock", ["ao"], ["ao", "o"]),
            ("Lock", ["ao"], ["ao", "o"]),
            ("GetSecrets", ["ao", "o"], ["a{o(oayays)}"]),
            ("ReadAlias", ["s"], ["o"]),
            ("SetAlias", ["s", "o"], []),
        ],
        properties: [("Collections", "ao", false)],
        signals: [
            ("CollectionCreated", ["o"]), ("CollectionDeleted", ["o"]),
            ("CollectionChanged", ["o"]),
        ]
    )

    static let collection = BusInterface(
        secrets + "Collection",
        methods: [
            ("Delete", [], ["o"]),
            ("SearchItems", ["a{ss}"], ["ao"]),
            ("CreateItem", ["a{sv}", "(oayays)", "b"], ["o", "o"]),
        ],
        properties: [
            ("Items", "ao", false), ("Label", "s", true), ("Locked", "b", false),
            ("Created", "t", false), ("Modified", "t", false),
        ],
        signals: [("ItemCreated", ["o"]), ("ItemDeleted", ["o"]), ("ItemChanged", ["o"])]
    )

    static let item = BusInterface(
        secrets + "Item",
        methods: [
            ("Delete", [], ["o"]), ("GetSecret", ["o"], ["(oayays)"]),
            ("SetSecret", ["(oayays)"], []),
        ],
        properties: [
            ("Locked", "b", false), ("Attributes", "a{ss}", true), ("Label", "s", true),
            ("Created", "t", false), ("Modified", "t", false),
        ]
    )

    static let session = BusInterface(secrets + "Session", methods: [("Close", [], [])])

    static let prompt = BusInterface(
        secrets + "Prompt",
        methods: [("Prompt", ["s"], []), ("Dismiss", [], [])],
        signals: [("Completed", ["b", "v"])]
    )

    static let portal = BusInterface(
        "org.freedesktop.impl.portal.Secret",
        methods: [("RetrieveSecret", ["o", "s", "h", "a{sv}"], ["u", "a{sv}"])],
        properties: [("version", "u", false)]
    )

    static let portalRequest = BusInterface(
        "org.freedesktop.impl.portal.Request",
        methods: [("Close", [], [])]
    )

    static let properties = BusInterface(
        "org.freedesktop.DBus.Properties",
        methods: [
            ("Get", ["s", "s"], ["v"]), ("GetAll", ["s"], ["a{sv}"]),
            ("Set", ["s", "s", "v"], []),
        ],
        signals: [("PropertiesChanged", ["s", "a{sv}", "as"])]
    )

    static let introspection = BusInterface(
        "org.freedesktop.DBus.Introspectable",
        methods: [("Introspect", [], ["s"])]
    )

    /// Whether it has a method that takes these types.
    func has(_ call: BusCall) -> Bool {
        guard call.interface.isEmpty || call.interface == name else { return false }
        let signature = call.signature
        return methods.contains { $0.name == call.member && $0.takes.joined() == signature }
    }

    /// The description that tools read.
    var xml: String {
        func arguments(_ types: [String], _ direction: String) -> String {
            types.map { "<arg type=\"\($0)\"\(direction)/>" }.joined()
        }
        let methods = methods.map {
            "<method name=\"\($0.name)\">" + arguments($0.takes, " direction=\"in\"")
                + arguments($0.gives, " direction=\"out\"") + "</method>"
        }
        let properties = properties.map {
            "<property name=\"\($0.name)\" type=\"\($0.type)\" "
                + "access=\"\($0.isWritable ? "readwrite" : "read")\"/>"
        }
        let signals = signals.map {
            "<signal name=\"\($0.name)\">" + arguments($0.says, "") + "</signal>"
        }
        let parts = methods + properties + signals
        return "<interface name=\"\(name)\">\n" + parts.joined(separator: "\n") + "\n</interface>\n"
    }
}
