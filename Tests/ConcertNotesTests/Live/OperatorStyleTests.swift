import Testing
import Web

@testable import ConcertNotes

/// The colours of the operator page, which come from the colour roles of a dark hall.
struct OperatorStyleTests {
    private static let rules = EmbeddedText.operatorCSS.description

    @Test(arguments: [EmbeddedText.operatorCSS.description, EmbeddedText.operatorLogCSS.description])
    func styleRulesUseColourRolesInsteadOfLiteralColours(rules: String) {
        let literals = rules.matches(of: /#[0-9a-fA-F]{3,8}\b/).map { String($0.0) }
        #expect(literals == [])
    }

    /// The backgrounds that the style sheet mixes from two roles.
    @Test(arguments: [("next", 9.0), ("go", 7.0), ("lost", 4.5)])
    func textHasEnoughContrastOnEveryMixedBackground(name: String, least: Double) throws {
        let pattern = try Regex("--\(name): color-mix\\(in srgb, var\\(--([a-z]+)\\) ([0-9]+)%, var\\(--ground\\)\\)")
        let match = try #require(Self.rules.firstMatch(of: pattern))
        let role = try #require(match.output[1].substring.flatMap { ColourRole(rawValue: String($0)) })
        let share = try #require(match.output[2].substring.flatMap { Int($0) })
        let background = Self.mix(role.values.hall, share, ColourRole.ground.values.hall)
        let ratio = try #require(Contrast.ratio(ColourRole.text.values.hall, background))
        #expect(ratio >= least, "\(background): \(ratio)")
    }

    /// Returns `share` percent of one colour mixed with another colour (CSS Color 5 §2, "color-mix()").
    private static func mix(_ one: String, _ share: Int, _ other: String) -> String {
        func parts(_ colour: String) -> [Int] {
            let digits = Array(colour.dropFirst())
            return stride(from: 0, to: 6, by: 2).map { Int(String(digits[$0...$0 + 1]), radix: 16) ?? 0 }
        }
        let mixed = zip(parts(one), parts(other)).map { ($0 * share + $1 * (100 - share)) / 100 }
        return "#" + mixed.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
