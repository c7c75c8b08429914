import Testing

/// The folders of a module have no cyclic dependencies, direct or indirect, like the modules themselves.
struct FolderTests {
    @Test(arguments: PackageFiles.modules)
    func foldersOfAModuleFormNoCycle(module: String) {
        let cycle = Self.cycle(in: module)
        #expect(cycle.isEmpty, "\(module): \(cycle.joined(separator: "; "))")
    }

    /// Returns the dependencies of one cycle, such as "Search uses CloudItem of Lists"; empty if there is no cycle.
    private static func cycle(in module: String) -> [String] {
        let files = PackageFiles.sources.filter { $0.module == module }
        var homes: [String: Set<String>] = [:]
        for file in files {
            for name in file.text.code.compactMap(declared) { homes[name, default: []].insert(folder(file)) }
        }
        // Only names that are declared in a single folder count, so extensions and repeated names are ignored.
        let home = homes.compactMapValues { $0.count == 1 ? $0.first : nil }
        var arrows: [String: [String: String]] = [:]
        for file in files {
            let here = folder(file)
            for line in file.text.code {
                for name in identifiers(line) {
                    if let there = home[name], there != here { arrows[here, default: [:]][there] = name }
                }
            }
        }
        for start in arrows.keys.sorted() {
            guard let way = way(from: start, backTo: start, arrows, besides: []) else { continue }
            return zip(way, way.dropFirst() + way.prefix(1)).map { "\($0) uses \(arrows[$0]?[$1] ?? "") of \($1)" }
        }
        return []
    }

    /// Returns the folders on a path of dependencies from one folder to another, including the first one.
    private static func way(
        from here: String, backTo end: String, _ arrows: [String: [String: String]], besides seen: Set<String>
    ) -> [String]? {
        let seen = seen.union([here])
        for next in (arrows[here] ?? [:]).keys.sorted() {
            if next == end { return [here] }
            if !seen.contains(next), let rest = way(from: next, backTo: end, arrows, besides: seen) {
                return [here] + rest
            }
        }
        return nil
    }

    /// Returns the first folder of a file within its module; "." for a file without a folder.
    private static func folder(_ file: PackageFiles.File) -> String {
        let parts = file.path.split(separator: "/")
        return parts.count > 3 ? String(parts[2]) : "."
    }

    private static let keywords: Set<Substring> = [
        "struct", "class", "enum", "protocol", "actor", "typealias", "func", "let", "var",
    ]
    private static let modifiers: Set<Substring> = ["public", "package", "final", "indirect", "nonisolated"]

    /// Returns the name that a line declares at the top level of its file.
    private static func declared(_ line: Substring) -> String? {
        let words = line.split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == "@") }
        guard line.first?.isLetter == true || line.hasPrefix("@"),
            let keyword = words.firstIndex(where: keywords.contains), keyword + 1 < words.count,
            words[..<keyword].allSatisfy({ modifiers.contains($0) || $0.hasPrefix("@") })
        else { return nil }
        return String(words[keyword + 1])
    }

    /// Returns the identifiers of a line that do not follow a dot, because those after a dot are members.
    private static func identifiers(_ line: Substring) -> [String] {
        var names: [String] = []
        var name = ""
        var isMember = false
        var previous: Character = " "
        for character in line + " " {
            if character.isLetter || character.isNumber || character == "_" {
                if name.isEmpty { isMember = previous == "." }
                name.append(character)
            } else if !name.isEmpty {
                if !isMember { names.append(name) }
                name = ""
            }
            previous = character
        }
        return names
    }
}
