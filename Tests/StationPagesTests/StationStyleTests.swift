import Testing

@testable import StationPages

struct StationStyleTests {
    /// A literal colour would be wrong in one of the looks. The colours of the shows have a hue that the page computes, and are not hexadecimal.
    @Test(arguments: [StationStyle.rules, WeekStyle.text, AiringFields.style, RuleFields.style].map(\.description))
    func theStylesOfStationPagesUseColourRolesInsteadOfLiteralColours(style: String) {
        for line in style.split(separator: "\n") {
            #expect(line.firstMatch(of: /#[0-9a-f]{3,8}\b/) == nil, "\(line)")
        }
    }
}
