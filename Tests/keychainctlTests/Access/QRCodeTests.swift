#if os(Linux)
    import Foundation
    import Testing

    /// QR codes that qrencode draws, read again by zbarimg as a camera would.
    @Suite struct QRCodeTests {
        /// The dark modules of a code, row by row.
        private typealias Modules = [[Bool]]

        /// The text of a code, read from a picture of it with a light margin.
        private func text(of modules: Modules, in folder: String) throws -> String {
            let (scale, margin) = (4, 4)
            let width = ((modules.map(\.count).max() ?? 0) + 2 * margin) * scale
            let light = String(repeating: "0 ", count: width)
            let edge = [String](repeating: light, count: margin * scale)
            let rows = modules.flatMap { row -> [String] in
                let cells = [Bool](repeating: false, count: margin) + row
                let line = cells.map { String(repeating: $0 ? "1 " : "0 ", count: scale) }.joined()
                let rest = String(repeating: "0 ", count: width - cells.count * scale)
                return [String](repeating: line + rest, count: scale)
            }
            let lines = edge + rows + edge
            let picture = "P1\n\(width) \(lines.count)\n" + lines.joined(separator: "\n") + "\n"
            let path = folder + "/code.pbm"
            try Data(picture.utf8).write(to: URL(fileURLWithPath: path))
            let (reader, output) = (Process(), Pipe())
            reader.executableURL = URL(fileURLWithPath: "/usr/bin/zbarimg")
            reader.arguments = [
                "--quiet", "--raw", "--nodbus", "-Sdisable", "-Sqrcode.enable", path,
            ]
            reader.standardOutput = output
            try reader.run()
            let data = try output.fileHandleForReading.readToEnd() ?? Data()
            reader.waitUntilExit()
            return String(decoding: data, as: UTF8.self)
        }

        /// The modules of an SVG picture, which has a square for each dark one.
        private func modules(svg: String) -> Modules {
            let squares = svg.matches(
                of: #/<rect x="(\d+)" y="(\d+)" width="1" height="1" fill="#000000"/#
            ).compactMap { match in Int(match.1).flatMap { x in Int(match.2).map { (x, $0) } } }
            let size = 1 + (squares.map { max($0.0, $0.1) }.max() ?? 0)
            var modules = Modules(repeating: [Bool](repeating: false, count: size), count: size)
            for (x, y) in squares { modules[y][x] = true }
            return modules
        }

        /// The modules of a code in blocks, each with two rows; light ones are drawn.
        private func modules(blocks lines: [Substring]) -> Modules {
            lines.flatMap { line in
                [
                    line.map { $0 == "▄" || $0 == " " }, line.map { $0 == "▀" || $0 == " " },
                ]
            }
        }

        @Test func recoveryKeyIsReadFromAPicture() throws {
            try Tool.inFolder { tool in
                #expect(try tool.run(["set", "--service", "api"], input: "s3cret").status == 0)
                let words = ["recovery", "create", "--unconfirmed", "--svg", "key.svg"]
                let made = try tool.run(words)
                #expect(made.status == 0, "\(made.complaints)")
                let path = tool.folder + "/key.svg"
                let facts = try FileManager.default.attributesOfItem(atPath: path)
                #expect((facts[.posixPermissions] as? NSNumber)?.intValue == 0o600)
                let svg = try String(contentsOfFile: path, encoding: .utf8)
                #expect(try text(of: modules(svg: svg), in: tool.folder) == made.text)
                // A picture that is there is not written over, and then there is no new key.
                #expect(try tool.run(words).status == 64)
                #expect(try String(contentsOfFile: path, encoding: .utf8) == svg)
                let read = try text(of: modules(svg: svg), in: tool.folder)
                #expect(try tool.run(["recover", "--no-passcode"], input: read).status == 0)
            }
        }

        @Test func recoveryKeyIsReadFromTheTerminal() throws {
            try Tool.inFolder { tool in
                #expect(try tool.run(["set", "--service", "api"], input: "s3cret").status == 0)
                let dialogue = try Dialogue(tool, ["recovery", "create", "--unconfirmed", "--qr"])
                dialogue.resize(columns: 120, rows: 60)
                #expect(dialogue.end() == 0, "\(dialogue.shown)")
                let key = try #require(
                    dialogue.shown.firstMatch(of: #/([0-9A-Z]{5}-){7}[0-9A-Z]{5}/#)
                ).0
                let lines = dialogue.shown.split(whereSeparator: \.isNewline).filter {
                    $0.contains("█")
                }
                #expect(
                    try text(of: modules(blocks: Array(lines)), in: tool.folder) == "\(key)\n"
                )
            }
        }

        /// The picture that a service shows for one-time codes.
        @Test func oneTimeSecretIsReadFromAPicture() throws {
            try Tool.inFolder { tool in
                let address = "otpauth://hotp/Example:ann?secret=GEZDGNBVGY3TQOJQ&counter=0"
                let drawn = try tool.runProgram(
                    "/usr/bin/qrencode",
                    ["-t", "PNG", "-o", "code.png", address]
                )
                #expect(drawn.status == 0)
                let added = try tool.run(["otp", "add", "--qr", "code.png"])
                #expect(added.status == 0, "\(added.complaints)")
                let typed = try tool.run(
                    ["otp", "add", "--issuer", "Typed", "--account", "ann"],
                    input: address
                )
                #expect(typed.status == 0, "\(typed.complaints)")
                let codes = try ["Example", "Typed"].map { try tool.run(["otp", "code", $0]).text }
                #expect(codes[0].filter(\.isNumber).count == 6)
                #expect(codes[0] == codes[1])
            }
        }
    }
#endif
