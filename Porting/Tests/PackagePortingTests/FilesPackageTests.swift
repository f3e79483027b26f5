import Testing

@testable import PackagePorting

@Suite struct FilesPackageTests {
    private func package(
        _ files: [String: String],
        unread: [String: String] = ["App.xcodeproj": FileRole.noSource],
        folder: String = "checkout",
        parts: [String] = []
    ) throws -> FilesPackage {
        let listing = FolderListing(
            name: folder,
            files: Array(files.keys),
            unread: unread,
            parts: parts
        )
        return try FilesPackage(listing) { path throws(PortingError) in
            guard let text = files[path] else { throw PortingError("no \(path)") }
            return text
        }
    }

    @Test(
        "a source is taken or left out for what is in it, and where it is",
        arguments: [
            ("App/A.swift", "import Security", .library),
            ("App/A.swift", "import UIKit\nlet a = kSecClass", .library),
            ("App/A.swift", "import UIKit\nlet label: UILabel", .leftOut("user interface")),
            ("App/A.swift", "import UIKit\nlet name = Data()", .library),
            ("App/A.swift", "import SwiftUI", .leftOut("user interface")),
            ("App/A.swift", "import SwiftUI\nlet context = LAContext()", .library),
            ("App/A.swift", "@main struct A {}", .leftOut("starts an application")),
            ("App/A.swift", "// @main\nlet a = \"@main\"", .library),
            ("App/A.swift", "@UIApplicationMain\nclass A {}", .leftOut("starts an application")),
            (
                "App/main.swift", "print(1)",
                .leftOut("starts a program, which a library cannot contain")
            ),
            ("AppTests/Help/A.swift", "let a = 1", .test(folder: "AppTests")),
            ("Unit/Specs/A.swift", "import XCTest", .test(folder: "Unit/Specs")),
            (
                "AppUITests/A.swift", "let app = XCUIApplication()",
                .leftOut("a test that taps on a screen")
            ),
            (
                "App/A.swift", "import XCTest",
                .leftOut("a test outside of a folder such as 'AppTests': move it to one")
            ),
            (
                "App/A.swift", "import Testing",
                .leftOut("a test outside of a folder such as 'AppTests': move it to one")
            ),
        ] as [(String, String, FileRole)]
    )
    func roles(path: String, text: String, role: FileRole) {
        #expect(FileRole.of(SourceText(text), at: path) == role)
    }

    @Test("the manifest has the common folders as targets, and excludes the rest")
    func manifest() throws {
        let package = try package([
            "App/Keys/A.swift": "import Security", "App/B.swift": "let b = 1",
            "App/Main.storyboard": "", "App/Start/AppDelegate.swift": "@main class A {}",
            "App/Start/Old.m": "", "AppTests/T.swift": "import XCTest", "README.md": "",
        ])
        #expect(
            package.manifest == """
                // swift-tools-version:5.9
                import PackageDescription

                // port-package made this of the Swift files in this folder. It is yours to change.
                let package = Package(
                    name: "App",
                    products: [.library(name: "App", targets: ["App"])],
                    targets: [
                        .target(
                            name: "App",
                            path: "App",
                            exclude: [
                                "Main.storyboard",
                                "Start",
                            ]
                        ),
                        .testTarget(
                            name: "AppTests",
                            dependencies: ["App"],
                            path: "AppTests"
                        ),
                    ]
                )

                """
        )
        #expect(package.taken.map(\.target) == ["App", "AppTests"])
        #expect(package.taken.map(\.count) == [2, 1])
        #expect(package.others == 2, "the project and README.md")
        #expect(
            package.leftOut.map(\.paths) == [
                ["App/Start/Old.m"], ["App/Main.storyboard"], ["App/Start/AppDelegate.swift"],
            ]
        )
        let paths = package.layout.targets.map(\.sourcePaths)
        #expect(paths == [["App/B.swift", "App/Keys/A.swift"], ["AppTests/T.swift"]])
    }

    @Test("sources in several folders make the folder itself the target, without its tests")
    func wholeFolder() throws {
        let package = try package([
            "A/A.swift": "", "B/B.swift": "", "BTests/T.swift": "", "Tests/T.swift": "",
            ".hidden/C.swift": "",
        ])
        #expect(package.layout.targets.map(\.path) == [".", "BTests", "Tests"])
        #expect(package.layout.targets.map(\.name) == ["App", "BTests", "AppTests"])
        #expect(package.layout.targets[0].sourcePaths == ["A/A.swift", "B/B.swift"])
        for excluded in ["App.xcodeproj", "BTests", "Tests"] {
            #expect(package.manifest.contains("                \"\(excluded)\",\n"))
        }
        #expect(!package.manifest.contains("hidden"))
    }

    @Test(
        "the name is that of the tested module, of the one project, or of the folder",
        arguments: [
            ("import XCTest\n@testable import Core", ["App.xcodeproj"], "Core"),
            ("@testable import Core\n@testable import More", ["App.xcodeproj"], "App"),
            ("", ["My App.xcodeproj"], "My_App"), ("", ["Examples/Demo.xcodeproj"], "Demo"),
            ("", ["A.xcodeproj", "B.xcodeproj"], "checkout_2"), ("", [], "checkout_2"),
            ("", ["A.xcodeproj", "Deeper/B.xcodeproj"], "A"), ("", ["2fa.xcodeproj"], "_2fa"),
            ("", ["Security.xcodeproj"], "SecurityLibrary"), ("", ["Ключ.xcodeproj"], "____"),
        ]
    )
    func name(test: String, projects: [String], expected: String) throws {
        let package = try package(
            ["A.swift": "", "SomeTests/T.swift": test],
            unread: Dictionary(uniqueKeysWithValues: projects.map { ($0, FileRole.noSource) }),
            folder: "checkout-2"
        )
        #expect(package.layout.name == expected)
    }

    @Test("only the parts that were asked for are taken")
    func parts() throws {
        let package = try package(
            ["A/K/A.swift": "", "A/K2/B.swift": "@main enum B {}", "C.swift": "import SwiftUI"],
            parts: ["A/K", "C.swift"]
        )
        #expect(package.layout.targets.map(\.sourcePaths) == [["A/K/A.swift"]])
        #expect(package.leftOut.map(\.paths) == [["C.swift"]])
    }

    @Test("two sources of one name cannot be in a module")
    func sameName() throws {
        let package = try package(["A/A.swift": "", "B/A.swift": "", "T/XTests/A.swift": ""])
        #expect(package.taken.map(\.count) == [1, 1])
        #expect(package.leftOut.map(\.paths) == [["B/A.swift"]])
        #expect(package.leftOut[0].reason.contains("rename"))
    }

    @Test("a name with any character is one literal of the manifest")
    func hostileName() throws {
        let name = "a\"\n, fatalError()\\(x).m"
        let package = try package(["A/A.swift": "", "A/\(name)": ""])
        #expect(package.manifest.contains(#""a\"\u{a}, fatalError()\\(x).m","#))
    }

    @Test(
        "folders of other tools, packages and projects are not looked into",
        arguments: [
            ("Pods", [], true, true), ("Assets.xcassets", [], false, true),
            ("Lib", ["Package.swift"], false, true), ("Demo", ["Demo.xcodeproj"], true, true),
            ("Demo", ["Demo.xcodeproj"], false, false), ("Base.lproj", [], true, false),
        ]
    )
    func folders(name: String, names: [String], isInProject: Bool, isSkipped: Bool) {
        let reason = FolderListing.reasonToSkip(folder: name, with: names, isInProject: isInProject)
        #expect((reason != nil) == isSkipped)
    }

    @Test("a folder without sources is refused, and so is an unreadable one")
    func refused() {
        let error = #expect(throws: PortingError.self) { try package(["A.m": ""]) }
        #expect(error?.description.contains("no Swift sources") == true)
        let listing = FolderListing(name: "A", files: ["A.swift"], unread: [:])
        let unreadable = #expect(throws: PortingError.self) {
            try FilesPackage(listing) { _ throws(PortingError) in throw PortingError("unreadable") }
        }
        #expect(unreadable?.description == "unreadable")
    }
}
