/// The role of an application's file in a package that is made from it.
enum FileRole: Equatable {
    /// A source of the library.
    case library
    /// A source of the tests in a folder.
    case test(folder: String)
    /// None: a reason to leave it out.
    case leftOut(String)

    /// Looks at a Swift source.
    static func of(_ source: SourceText, at path: String) -> FileRole {
        let components = path.split(separator: "/").map(String.init)
        let words = source.linesWithWord
        if components.last == "main.swift" {
            return .leftOut("starts a program, which a library cannot contain")
        }
        if starts.contains(where: { words[$0] != nil }) { return .leftOut("starts an application") }
        let place = components.dropLast().firstIndex { folder in
            testSuffixes.contains { folder.hasSuffix($0) }
        }
        if words["XCUIApplication"] != nil { return .leftOut("a test that taps on a screen") }
        if let place { return .test(folder: components[...place].joined(separator: "/")) }
        let modules = Set(source.imports.map(\.module))
        if !modules.isDisjoint(with: ["XCTest", "Testing"]) {
            return .leftOut("a test outside of a folder such as 'AppTests': move it to one")
        }
        return showsSomething(source, modules) ? .leftOut("user interface") : .library
    }

    /// The reason to leave out a file that is not a Swift source.
    static func reason(forOther path: String) -> String {
        switch path.split(separator: ".").last.map(String.init) ?? "" {
        case "c", "cc", "cpp", "h", "hpp", "m", "mm", "pch":
            "Objective-C, C or C++: Linux has no Objective-C, and C needs a target of its own"
        case "storyboard", "xib": "screens of Interface Builder"
        default: noSource
        }
    }

    /// The reason that needs no list.
    static let noSource = "no sources"

    private static let starts = ["@main", "@UIApplicationMain", "@NSApplicationMain"]
    private static let testSuffixes = ["Test", "Tests", "Spec", "Specs"]

    /// Whether a source is about windows and views, and keeps nothing in the keychain.
    ///
    /// Xcode's templates import UIKit in every source, so that the import alone says nothing.
    private static func showsSomething(_ source: SourceText, _ modules: Set<String>) -> Bool {
        guard !source.usesOnLinux(.security), !source.usesOnLinux(.localAuthentication) else {
            return false
        }
        let interfaces = modules.filter { AppleModule.named($0)?.isInterface == true }
        guard interfaces.isSubset(of: templates) else { return true }
        return !interfaces.isEmpty && source.linesWithWord.keys.contains(where: isView)
    }

    private static let templates: Set<String> = ["AppKit", "Cocoa", "UIKit", "WatchKit"]
    private static let views = [
        "NSApplication", "NSButton", "NSColor", "NSControl", "NSImage", "NSMenu", "NSView",
        "NSWindow", "WKInterface", "@IB",
    ]

    private static func isView(_ word: String) -> Bool {
        guard !templates.contains(word) else { return false }
        return views.contains { word.hasPrefix($0) }
            || word.hasPrefix("UI") && word.dropFirst(2).first?.isUppercase == true
    }
}
