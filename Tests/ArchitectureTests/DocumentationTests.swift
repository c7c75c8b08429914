import Testing

/// Every public type, function and subscript is documented.
///
/// Stored properties and initialisers are not checked: `let port: Int` in a documented `SocketAddress` needs no comment.
/// Requirements of protocols are documented at the protocol.
struct DocumentationTests {
    @Test(arguments: PackageFiles.sources)
    func publicTypesFunctionsAndSubscriptsAreDocumented(file: PackageFiles.File) {
        for (number, line) in file.text.code.enumerated() {
            guard let declaration = Self.declaration(in: line), !Self.witnesses.contains(declaration.name),
                !Self.requirements.contains(declaration.name)
            else { continue }
            // A call in the expectation would print the whole file.
            let isDocumented = Self.isDocumented(line: number, in: file.text.lines)
            #expect(
                isDocumented,
                "\(file.path):\(number + 1): \(declaration.kind) \(declaration.name) has no doc comment")
        }
    }

    @Test func aDocCommentAboveAnAttributeIsRecognised() {
        let text = SwiftText("/// A thing.\n@frozen\npublic struct Thing {\n    public static func make() {}\n}")
        #expect(Self.declaration(in: text.code[2])?.name == "Thing")
        #expect(Self.isDocumented(line: 2, in: text.lines))
        #expect(Self.declaration(in: text.code[3])?.kind == "func")
        #expect(!Self.isDocumented(line: 3, in: text.lines))
    }

    private static let kinds: Set<Substring> = [
        "struct", "enum", "class", "actor", "protocol", "typealias", "func", "subscript",
    ]

    /// The requirements of protocols of the standard library, Foundation and swift-log.
    private static let witnesses: Set<Substring> = [
        "==", "<", "hash", "encode", "next", "makeAsyncIterator", "makeIterator", "log", "appendLiteral",
        "appendInterpolation", "StringInterpolation", "index", "AsyncIterator", "Iterator", "Element", "Index",
        "RawValue",
        "enqueue", "run", "validate",
    ]

    /// The functions that the package's own protocols require.
    private static let requirements: Set<Substring> = Set(
        PackageFiles.sources.flatMap { file in
            var depth = 0
            var names: [Substring] = []
            for line in file.text.code {
                let words = line.split(separator: " ")
                if depth == 0, words.contains("protocol") {
                    depth = line.contains("{") && !line.contains("}") ? 1 : 0
                } else if depth > 0 {
                    if let keyword = words.firstIndex(of: "func"), keyword + 1 < words.count {
                        names.append(words[keyword + 1].prefix { !"(<".contains($0) })
                    }
                    depth += line.count { $0 == "{" } - line.count { $0 == "}" }
                }
            }
            return names
        })

    /// Returns the kind and the name of a line's public declaration.
    private static func declaration(in line: Substring) -> (kind: Substring, name: Substring)? {
        let words = line.split(separator: " ")
        guard let access = words.firstIndex(where: { $0 == "public" || $0 == "open" }),
            words[..<access].allSatisfy({ $0.hasPrefix("@") || $0 == "nonisolated" || $0 == "final" }),
            let kind = words[(access + 1)...].firstIndex(where: { kinds.contains($0.prefix { $0.isLetter }) }),
            words[(access + 1)..<kind].allSatisfy({ modifiers.contains($0.prefix { $0.isLetter }) })
        else { return nil }
        let name = kind + 1 < words.count ? words[kind + 1] : words[kind]
        return (words[kind].prefix { $0.isLetter }, name.prefix { !"(<:{,".contains($0) || name.first == $0 })
    }

    private static let modifiers: Set<Substring> = [
        "static", "final", "mutating", "consuming", "borrowing", "nonisolated", "convenience", "indirect", "override",
        "class", "isolated", "distributed",
    ]

    /// Returns whether a doc comment precedes a line, with only attributes and conditions between them.
    private static func isDocumented(line: Int, in lines: [Substring]) -> Bool {
        for above in lines[..<line].reversed() {
            let words = above.drop { $0 == " " }
            if words.hasPrefix("///") || words.hasSuffix("*/") { return true }
            if !words.hasPrefix("@") && !words.hasPrefix("// ") { return false }
        }
        return false
    }
}
