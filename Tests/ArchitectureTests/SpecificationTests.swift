import Foundation
import Testing

/// Every cited number exists, and every requirement has a test or is marked.
struct SpecificationTests {
    @Test func eachRequirementNumberIsUsedOnce() {
        let all = Specification.requirements.map(\.number)
        #expect(all.count > 300)
        for (number, uses) in Dictionary(grouping: all, by: \.self) where uses.count > 1 {
            Issue.record("\(number) is in docs/specification \(uses.count) times")
        }
    }

    @Test(arguments: ["Sources", "Tests", "docs", "deploy", "openapi.yaml"])
    func everyCitedRequirementNumberIsInTheSpecification(place: String) {
        for path in Self.texts(in: place) {
            let unknown = Specification.citations(in: PackageFiles.text(of: path)).subtracting(Specification.numbers)
            #expect(unknown.isEmpty, "\(path) cites \(unknown.sorted()), which docs/specification does not have")
        }
    }

    /// Pages cite the requirements of other pages by number only.
    @Test(arguments: Specification.pages)
    func everyReferenceBetweenSpecificationPagesNamesARequirement(page: String) {
        let text = PackageFiles.text(of: "\(Specification.folder)/\(page).md").replacing("\n", with: " ")
        for reference in text.matches(of: /\b(?:Decided [0-9]+|[NIDTXRELMPHOS][0-9]+(?:\.[0-9]+)?)\b/) {
            let number = String(reference.0)
            let isHeading = Specification.numbers.contains { $0.hasPrefix(number + ".") }
            #expect(Specification.numbers.contains(number) || isHeading, "\(page).md names \(number)")
        }
    }

    @Test func everyRequirementIsCitedByATestOrMarked() {
        for requirement in Specification.requirements where requirement.status == .built {
            #expect(
                Specification.tests[requirement.number] != nil,
                "\(requirement.page).md: \(requirement.number) is cited by no test and has no marker")
        }
    }

    @Test func markedRequirementsAreCitedByNoTest() {
        for requirement in Specification.requirements where requirement.status != .built {
            let tests = Specification.tests[requirement.number] ?? []
            #expect(
                tests.isEmpty,
                "\(requirement.page).md: \(requirement.number) is marked \"\(requirement.status.word)\", \(tests) cites it"
            )
        }
    }

    /// `scripts/specification` writes the table.
    @Test func theCoverageTableListsTheCurrentCitations() {
        var rows: [String] = []
        for requirement in Specification.requirements {
            let modules = Specification.modules[requirement.number]?.sorted().joined(separator: ", ") ?? "–"
            let tests = Specification.tests[requirement.number]?.sorted().joined(separator: ", ")
            rows.append("| \(requirement.number) | \(modules) | \(tests ?? requirement.status.word) |")
        }
        let written = PackageFiles.text(of: "\(Specification.folder)/coverage.md").components(separatedBy: "\n")
            .filter { $0.hasPrefix("| ") && !$0.hasPrefix("| number") && !$0.hasPrefix("| ---") }
        for (row, line) in zip(rows, written) where row != line {
            Issue.record("coverage.md has \"\(line)\" for \"\(row)\"; run scripts/specification")
        }
        #expect(rows.count == written.count, "run scripts/specification")
    }

    /// Composed of parts, so that these are not citations of this file.
    @Test(
        arguments: [
            ("(sp" + "ec R12)", ["R12"]), ("Sp" + "ec Decided 4: a", ["Decided 4"]),
            ("(RFC 8085; sp" + "ec N21-N24, I7 and D3)", ["D3", "I7", "N21", "N22", "N23", "N24"]),
            ("(sp" + "ec S1.6,\n    /// S2). R3", ["S1.6", "S2"]), ("(sp" + "ec\n  -- O1.2)", ["O1.2"]),
            ("insp" + "ec R12", []), ("sp" + "ec of R12", []), ("the R12", []),
        ] as [(String, [String])])
    func citationsOfRequirementsAreRecognised(text: String, numbers: [String]) {
        #expect(Specification.citations(in: text).sorted() == numbers)
    }

    /// Returns the texts of a folder or of a single file.
    private static func texts(in place: String) -> [String] {
        let base = PackageFiles.root.appendingPathComponent(place).path
        guard let names = try? FileManager.default.subpathsOfDirectory(atPath: base), !names.isEmpty else {
            return [place]
        }
        let endings = [".swift", ".md", ".example", ".service", ".socket", ".sql", ".yaml", ".yml", ".conf"]
        return names.filter { name in endings.contains { name.hasSuffix($0) } }.sorted().map { "\(place)/\($0)" }
    }
}
