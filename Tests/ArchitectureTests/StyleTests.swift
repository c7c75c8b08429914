import Testing

/// Style rules that the formatter cannot check.
struct StyleTests {
    @Test(arguments: PackageFiles.sources.filter { Picture.foundations.contains($0.module) })
    func foundationModulesDoNotUseProductTerms(file: PackageFiles.File) {
        let product: Set<String> = ["tenant", "tenants", "show", "shows", "concert", "concerts"]
        for (number, line) in file.text.code.enumerated() {
            let said = product.intersection(SwiftText.words(in: line))
            #expect(said.isEmpty, "\(file.path):\(number + 1) says \(said.sorted())")
        }
    }

    @Test(arguments: PackageFiles.sources)
    func sourcesContainNoTaskMarkers(file: PackageFiles.File) {
        for (number, line) in file.text.lines.enumerated() {
            // Composed of parts, so that this file does not violate its own rule.
            for marker in ["TO" + "DO", "FIX" + "ME", "XX" + "X"] {
                #expect(!line.contains(marker), "\(file.path):\(number + 1) has \(marker)")
            }
        }
    }

    @Test(arguments: PackageFiles.sources)
    func everyUncheckedSendableHasASafetyComment(file: PackageFiles.File) {
        for (number, line) in file.text.code.enumerated() where line.contains("@unchecked Sendable") {
            // The comment may be above the declaration or at the beginning of its body.
            let around = file.text.lines[max(0, number - 6)...min(number + 2, file.text.lines.count - 1)]
            #expect(around.contains { $0.contains("// Safety:") }, "\(file.path):\(number + 1) has no Safety line")
        }
    }

    /// CONTRIBUTING, "Names": use the field's term instead of a private metaphor.
    @Test func noTypeIsNamedAfterAMetaphor() {
        let offenders = PackageFiles.sources.flatMap { file in
            file.text.code.enumerated().flatMap { number, line in
                Self.declaredTypes(in: line)
                    .filter { !Self.metaphors.isDisjoint(with: Self.parts(of: $0)) }
                    .map { "\(file.path):\(number + 1) declares \($0)" }
            }
        }
        #expect(offenders.isEmpty, "\(offenders.joined(separator: "\n"))")
    }

    @Test(arguments: [
        ("LoginDesk", ["Login", "Desk"]), ("SPIWords", ["SPI", "Words"]), ("CommonPasswords", ["Common", "Passwords"]),
        ("PlacedSegment", ["Placed", "Segment"]), ("Places", ["Places"]),
    ])
    func aTypeNameIsSplitIntoItsWords(name: String, parts: [String]) {
        #expect(Self.parts(of: name) == parts)
    }

    /// Parts of names, so that `Place` forbids neither `Placement` nor `PlacedSegment`.
    private static let metaphors: Set<String> = [
        "Acts", "Desk", "Desks", "Doorbell", "Hall", "Halls", "Keeper", "Keepers", "Place", "Places", "Scene", "Scenes",
        "Shelf", "Shelves", "Ways", "Wish", "Wishes", "Words",
    ]

    /// Returns the names of the types that a line of code declares.
    private static func declaredTypes(in line: Substring) -> [String] {
        let words = line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
        return zip(words, words.dropFirst()).filter { keyword, _ in
            ["struct", "enum", "class", "actor", "protocol", "typealias"].contains(keyword)
        }.map { String($1) }
    }

    /// Returns the parts of a name, such as "SPI" and "Words" for "SPIWords".
    private static func parts(of name: String) -> [String] {
        name.matches(of: /[A-Z]+(?![a-z])|[A-Z][a-z0-9]*/).map { String($0.output) }
    }

    /// Programs print; libraries log. The guard of the private cluster is a separate process, which prints for its parent process.
    @Test(
        arguments: PackageFiles.sources.filter {
            !programs.contains($0.module) && !$0.path.hasPrefix("Sources/EmbeddedPostgres/Guard/")
        })
    func librariesDoNotPrint(file: PackageFiles.File) {
        for (number, line) in file.text.code.enumerated() {
            let calls = line.split { !$0.isLetter && $0 != "(" && $0 != "." && $0 != "_" }
            let prints = calls.contains { call in ["print(", "debugPrint(", "dump("].contains { call.hasPrefix($0) } }
            #expect(!prints, "\(file.path):\(number + 1) prints")
        }
    }

    private static let programs: Set<String> = ["tutti", "tutti-emitter", "http-probe", "embed-text"]
}
