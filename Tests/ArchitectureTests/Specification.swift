import Foundation

/// The numbered requirements of `docs/specification` and the files that cite them. `scripts/specification` reads them
/// in the same way.
enum Specification {
    /// The state of a requirement, from its marker.
    enum Status: String, CaseIterable {
        case built = ""
        case open = "*Not built yet.*"
        case background = "*Background.*"
        case untested = "*Built, no test of its own.*"

        /// The word for this state in the table.
        var word: String {
            switch self {
            case .built: "–"
            case .open: "not built yet"
            case .background: "background"
            case .untested: "built, no test of its own"
            }
        }
    }

    struct Requirement {
        let number: String
        let page: String
        let status: Status
    }

    static let folder = "docs/specification"
    static let pages = ["concert", "radio", "library", "player", "http", "operations", "security", "decided"]

    /// All requirements in the order of the pages. A requirement is a paragraph that begins with a bold number.
    static let requirements: [Requirement] = pages.flatMap { page in
        PackageFiles.text(of: "\(folder)/\(page).md").components(separatedBy: "\n\n").compactMap { paragraph in
            guard let number = paragraph.prefixMatch(of: #/\*\*(Decided [0-9]+|[A-Z][0-9]+(?:\.[0-9]+)?)\.\*\* /#)?.1
            else { return nil }
            let status = Status.allCases.first { $0 != .built && paragraph.contains($0.rawValue) }
            return Requirement(number: String(number), page: page, status: status ?? .built)
        }
    }

    static let numbers = Set(requirements.map(\.number))

    /// The module folders that cite a number, by number.
    static let modules = places(PackageFiles.modules.flatMap { PackageFiles.swiftFiles(below: "Sources/\($0)") }) {
        path in
        path.split(separator: "/").dropFirst().dropLast().prefix(2).joined(separator: "/")
    }

    /// The test files that cite a number, by number. Files without tests do not count.
    static let tests = places(
        PackageFiles.swiftFiles(below: "Tests").filter { PackageFiles.text(of: $0).contains("@Test") }
    ) { path in
        String(path.dropFirst("Tests/".count).dropLast(".swift".count))
    }

    private static func places(_ paths: [String], _ place: (String) -> String) -> [String: Set<String>] {
        var found: [String: Set<String>] = [:]
        for path in paths {
            for number in citations(in: PackageFiles.text(of: path)) {
                found[number, default: []].insert(place(path))
            }
        }
        return found
    }

    /// Returns the numbers after the word "spec" in a text, which may continue in the next line of a comment.
    static func citations(in text: String) -> Set<String> {
        var found: Set<String> = []
        for end in [" ", "\n"] {
            let pieces = text.components(separatedBy: "pec" + end)
            for (before, piece) in zip(pieces, pieces.dropFirst()) {
                guard before.last == "s" || before.last == "S", before.dropLast().last?.isLetter != true
                else { continue }
                found.formUnion(numbers(at: joined(end + piece.prefix(400))))
            }
        }
        return found
    }

    /// Returns the lines of a comment as one line.
    private static func joined(_ text: String) -> Substring {
        let lines = text.components(separatedBy: "\n").enumerated().map { index, line -> Substring in
            guard index > 0 else { return line[...] }
            let content = line.drop { $0 == " " }
            let marker = ["///", "//", "--", "#"].first { content.hasPrefix($0) } ?? ""
            return content.dropFirst(marker.count).drop { $0 == " " }
        }
        return lines.joined(separator: " ").drop { $0 == " " }
    }

    /// Returns the numbers at the beginning of a text, with ranges expanded.
    private static func numbers(at text: Substring) -> [String] {
        let list =
            /(?:Decided [0-9]+|[A-Z][0-9]+(?:\.[0-9]+)?)(?:(?:, | and |-)(?:Decided [0-9]+|[A-Z][0-9]+(?:\.[0-9]+)?))*/
        guard let match = text.prefixMatch(of: list) else { return [] }
        return match.0.replacing(" and ", with: ", ").components(separatedBy: ", ").flatMap(range)
    }

    /// `N21`, or the numbers of `N21-N24`.
    private static func range(_ text: String) -> [String] {
        let ends = text.components(separatedBy: "-")
        guard ends.count == 2, let first = parts(ends[0]), let last = parts(ends[1]), first.stem == last.stem,
            first.number <= last.number
        else { return ends }
        return (first.number...last.number).map { "\(first.stem)\($0)" }
    }

    private static func parts(_ number: String) -> (stem: Substring, number: Int)? {
        let digits = number.reversed().prefix { $0.isNumber }.count
        return Int(number.suffix(digits)).map { (number.dropLast(digits), $0) }
    }
}
