extension Rule {
    static let interface = [
        Rule(
            words: ["@IBAction", "@IBOutlet", "@IBInspectable", "@IBDesignable"],
            group: .interface,
            advice:
                "Interface Builder exists on Apple's systems only. Put it behind '#if canImport(ObjectiveC)'.",
            example: "@IBOutlet weak var field: Field!"
        ),
        Rule(
            prefixes: [
                "UIApplication", "UIDevice", "UIPasteboard", "NSPasteboard", "NSWorkspace",
                "UIImage", "NSImage",
            ],
            group: .interface,
            advice:
                "Linux has no such class. Put it behind '#if canImport(UIKit)' or '#if canImport(AppKit)'.",
            example: "let name = UIDevice.current.name"
        ),
        Rule(
            words: [
                "ObservableObject", "@Published", "@StateObject", "@ObservedObject", "@AppStorage",
            ],
            group: .interface,
            advice: "Linux has no Combine and no SwiftUI. Put it behind '#if canImport(Combine)'.",
            example: "final class Model: ObservableObject {}"
        ),
    ]
}
