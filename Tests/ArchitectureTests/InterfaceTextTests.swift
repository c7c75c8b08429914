import Foundation
import Testing

/// The texts for people are listed in one file and follow the word list of CONTRIBUTING.
struct InterfaceTextTests {
    /// Writes `.build/interface-text.txt`, which lists every text of pages, errors, mail and help by file and line for
    /// proofreading (`make texts` prints it).
    @Test func interfaceTextsOfEachKindAreListedInOneFile() throws {
        var list = ""
        var count = 0
        func add(_ entries: [InterfaceText.Entry], of path: String) {
            guard !entries.isEmpty else { return }
            list += "\n\(path)\n"
            for entry in entries { list += "  \(entry.line): \(entry.text)\n" }
            count += entries.count
        }
        // Documents come first, because a newcomer reads them first.
        for document in try InterfaceDocument.all() { add(document.entries, of: document.path) }
        for file in Self.files { add(InterfaceText(file).entries, of: file.path) }
        let folder = PackageFiles.root.appendingPathComponent(".build")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try list.write(to: folder.appendingPathComponent("interface-text.txt"), atomically: true, encoding: .utf8)
        #expect(count > 4000)
        #expect(list.contains("must be a whole number"))
        #expect(list.contains("You are signed out."), "the texts of Operator.js are missing")
        #expect(list.contains("Address and port of the HTTP server."), "the texts of settings.txt are missing")
        #expect(list.contains("\nREADME.md\n") && list.contains("tutti user add --platform --login pia"))
        #expect(list.contains("\ndeploy/README.md\n") && list.contains("\ndeploy/patroni/README.md\n"))
        #expect(list.contains("folder of the new programs"), "the help of deploy/upgrade is missing")
        #expect(
            list.contains("List the tenant's listeners with their subscriptions"), "the texts of the API are missing")
    }

    @Test func noInterfaceTextContainsANameOfTheSchema() {
        for file in Self.files {
            for entry in InterfaceText(file).entries {
                #expect(!entry.text.contains("tenant_id"), "\(file.path):\(entry.line): \(entry.text)")
            }
        }
    }

    @Test func everySummaryAndDescriptionOfTheAPIIsListedAsAnInterfaceText() throws {
        let entries = try InterfaceDocument.descriptions(
            in: """
                paths:
                  /a:
                    get:
                      summary: Get a.
                      description: |
                        Two
                        lines.
                      responses:
                        '200': { description: The answer. }
                components:
                  schemas:
                    A: { properties: { description: { type: string, description: 'A text.' } } }
                """)
        #expect(entries.map(\.text) == ["Get a.", "Two lines.", "The answer.", "A text."])
        #expect(entries.map(\.line) == [4, 5, 9, 12])
        #expect(PackageFiles.interfaceParts.count > 20)
    }

    @Test func theMessagesOfAShellScriptAreListedAsInterfaceTexts() {
        let script = """
            #!/bin/sh
            # Does it.
            #
            set -e
            [ -d "$to" ] || fail "$to is no folder"
            say "done"
            """
        #expect(InterfaceDocument.messages(of: script).map(\.text) == ["Does it.", "$to is no folder", "done"])
    }

    /// No excluded literal reads like a sentence, so that no text is missing from the list.
    @Test(arguments: files)
    func noInterfaceTextIsMissingFromTheList(file: PackageFiles.File) {
        let listed = Set(InterfaceText(file).entries.map(\.line))
        for entry in InterfaceText(file).excluded where !listed.contains(entry.line) {
            for part in [entry.text] + entry.text.split(whereSeparator: { "'\"`".contains($0) }).map(String.init) {
                #expect(!Self.readsLikeASentence(part), "\(file.path):\(entry.line): \(part)")
            }
        }
    }

    @Test func everyFileThatIsExcludedFromTheTextListExists() {
        for path in Self.data {
            #expect(PackageFiles.sources.contains { $0.path == path }, "\(path) does not exist")
        }
    }

    @Test(arguments: files)
    func interfaceTextsContainNoDiscouragedWords(file: PackageFiles.File) {
        for entry in InterfaceText(file).entries {
            let words = " \(entry.text.lowercased()) ".map { $0.isLetter ? String($0) : " " }.joined()
                .split(separator: " ").joined(separator: " ")
            for hidden in Self.hidden {
                #expect(!" \(words) ".contains(" \(hidden) "), "\(file.path):\(entry.line): \(entry.text)")
            }
        }
    }

    /// An error says what was found in one form: "must have 1 to 3 names, found 4".
    @Test(arguments: files)
    func errorMessagesStateTheFoundValueInOneForm(file: PackageFiles.File) {
        for entry in InterfaceText(file).entries {
            for other in ["; found ", "but found ", "but got ", ", but has …", "; it has …"] {
                #expect(!entry.text.contains(other), "\(file.path):\(entry.line): \(entry.text)")
            }
        }
    }

    @Test func markupIsNotPartOfAnInterfaceText() {
        let texts = Self.texts(
            #"""
            let page = "<p class=\"grave\">Two words <b>\(name)</b></p><input aria-label=\"A label\">"
            let field = " maxlength=\"64\" placeholder=\"such as this\" required"
            let rows = "select name_key from show where tenant_id = 1"
            """#)
        #expect(texts == ["Two words", "A label", "such as this"])
    }

    /// Each of these forms was once missing from the list.
    @Test(arguments: [
        (#"Setting("TUTTI_X", nil, "The first; the second.")"#, ["The first; the second."]),
        (#"throw APIError(.conflict, code: "taken", "it is taken; choose another")"#, ["it is taken; choose another"]),
        (#"lines.html("What is listed", empty: "Nothing yet.")"#, ["What is listed", "Nothing yet."]),
        (#"count == 1 ? "1 show" : "\(count) shows""#, ["1 show", "… shows"]),
        (#"isPrivate ? "<b class=\"tag\">private</b>" : HTML.empty"#, ["private"]),
        ("let text = \"\"\"\n    First line \\\n    and second\n    \"\"\"", ["First line and second"]),
        (
            "let script = \"\"\"\n    const a = 1;\n    say(`Left ${b}.`, 'Not done');\n    \"\"\"",
            ["Left ….", "Not done"]
        ),
        (
            #"rows("select 'show ' || title || ' becomes inactive' as message from show where tenant_id = 1")"#,
            ["becomes inactive"]
        ),
        (
            "let script = \"\"\"\n    const kind = 'none';\n    say('It is sent.');\n    \"\"\"",
            ["It is sent."]
        ),
    ])
    func interfaceTextsInEverySyntaxAreFound(source: String, texts: [String]) {
        #expect(Self.texts(source) == texts)
    }

    @Test(arguments: [
        #"logger.notice("The tenant is read again")"#, "logger.notice(\n    \"The tenant is read again\")",
        #"fields["Cache-Control"] = "private, max-age=60""#, #"let style = ".mark { color: red; }""#,
        #"rows("select title from show where slug = $1")"#, #"case endsAt = "endsAt""#,
    ])
    func codeIsNotListedAsInterfaceText(source: String) {
        #expect(Self.texts(source).isEmpty)
    }

    private static func texts(_ source: String) -> [String] { InterfaceText(SwiftText(source)).entries.map(\.text) }

    private static func readsLikeASentence(_ text: String) -> Bool {
        text.contains(" ") && text.first?.isUppercase == true && text.last.map { ".?!:…".contains($0) } == true
            && !text.contains("{")
    }

    private static let files = PackageFiles.sources.filter { !data.contains($0.path) } + PackageFiles.texts

    /// Lists of words for comparison or from other publishers, and the generator and the probe of the build.
    private static let data = [
        "Sources/ArtistClassification/Text/Vocabulary.swift", "Sources/RadioImports/Text/HTMLReference.swift",
        "Sources/RadioImports/Text/SingleByteEncoding.swift",
        "Sources/embed-text/EmbedText.swift", "Sources/embed-text/JSONText.swift",
    ]

    /// Words and phrases that usually make a sentence unclear.
    private static let hidden = [
        "of it", "whoever", "whatever", "anew", "thereof", "no more", "is told", "are told", "be it", "has to do with",
        "of ours",
        "meanwhile",
        // Each thing has one name: shows have broadcasts and files have errors ("airing" and "fault" are names of the
        // API); people sign in and out with a login.
        "airing", "airings", "fault", "faults",
        "log in", "log ins", "logs in", "logged in", "logging in", "log out", "logged out",
    ]
}
