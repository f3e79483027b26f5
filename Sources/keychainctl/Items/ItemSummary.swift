internal import PortableKeychain

/// An item in lists and descriptions.
struct ItemSummary {
    let itemClass: ItemClass
    let attributes: ItemAttributes

    init(_ item: ItemAnswer.Item) {
        self.init(itemClass: item.itemClass, attributes: item.attributes ?? [:])
    }

    init(itemClass: ItemClass, attributes: ItemAttributes) {
        self.itemClass = itemClass
        self.attributes = attributes
    }

    /// The columns of a list.
    static let header = ["CLASS", "WHERE", "ACCOUNT", "LABEL", "GROUP"]

    /// The fields of a list.
    var row: [String] {
        [className, place, text(.account), text(.label), text(.accessGroup)]
    }

    /// The attributes that say something, by their names.
    var lines: [(String, String)] {
        [("class", className)]
            + AttributeName.named(attributes).map { ($0.name, $0.form.text($1)) }
    }

    /// The same as JSON.
    var json: [(String, JSON)] {
        [("class", .string(className))]
            + AttributeName.named(attributes).map { ($0.name, $0.form.json($1)) }
    }

    private var className: String { itemClass == .internetPassword ? "internet" : "generic" }

    /// The service, or the server as an address with what is known of it.
    private var place: String {
        guard itemClass == .internetPassword else { return text(.service) }
        var place = text(.server)
        let scheme = text(.networkProtocol)
        if !scheme.isEmpty, scheme != "0" { place = "\(scheme)://\(place)" }
        let port = text(.port)
        if !port.isEmpty, port != "0" { place += ":\(port)" }
        return place + text(.path)
    }

    private func text(_ key: AttributeKey) -> String {
        guard let value = attributes[key] else { return "" }
        return AttributeName.of(key)?.form.text(value) ?? ""
    }
}
