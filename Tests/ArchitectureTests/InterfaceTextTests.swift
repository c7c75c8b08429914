import Foundation
import Testing

/// The texts that people read, listed in one file and held to the words of CONTRIBUTING.
struct InterfaceTextTests {
    /// Writes `.build/interface-text.txt`: every text of pages, errors and help by file and line, to be read from top to
    /// bottom.
    @Test func allTextsAreListedInOneFile() throws {
        var list = ""
        var count = 0
        for file in PackageFiles.sources {
            let entries = InterfaceText(file.text).entries
            guard !entries.isEmpty else { continue }
            list += "\n\(file.path)\n"
            for entry in entries { list += "  \(entry.line): \(entry.text)\n" }
            count += entries.count
        }
        let folder = PackageFiles.root.appendingPathComponent(".build")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try list.write(to: folder.appendingPathComponent("interface-text.txt"), atomically: true, encoding: .utf8)
        #expect(count > 1000)
        #expect(list.contains("must be a whole number"))
        #expect(!list.contains("tenant_id"))
    }

    @Test(arguments: PackageFiles.sources)
    func textsUsePlainWords(file: PackageFiles.File) {
        for entry in InterfaceText(file.text).entries {
            let words = " \(entry.text.lowercased()) ".map { $0.isLetter ? String($0) : " " }.joined()
                .split(separator: " ").joined(separator: " ")
            for hidden in Self.hidden {
                #expect(!" \(words) ".contains(" \(hidden) "), "\(file.path):\(entry.line): \(entry.text)")
            }
        }
    }

    @Test func markupIsNotRead() {
        let source = SwiftText(
            #"""
            let page = "<p class=\"grave\">Two words <b>\(name)</b></p><input aria-label=\"A label\">"
            let rows = "select name_key from show where tenant_id = 1"
            """#)
        #expect(InterfaceText(source).entries.map(\.text) == ["Two words", "A label"])
    }

    /// Words behind which a clearer sentence hides nearly always.
    private static let hidden = [
        "whoever", "whatever", "anew", "thereof", "no more", "is told", "are told", "be it", "has to do with",
        "of ours",
        "meanwhile",
        // One word for one thing: people sign in and out, with a login.
        "log in", "log ins", "logs in", "logged in", "logging in", "log out", "logged out",
    ]
}
