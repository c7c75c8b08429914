import Testing

@testable import TenantLife

@Suite struct ContrastTests {
    /// The ratios that WCAG itself and its tools give.
    @Test(arguments: [
        ("#000000", "#ffffff", 21.0), ("#ffffff", "#ffffff", 1.0), ("#777777", "#ffffff", 4.478),
        ("#767676", "#ffffff", 4.542), ("#f0b35a", "#101214", 10.0),
    ])
    func theRatioIsWCAGs(one: String, other: String, expected: Double) throws {
        let ratio = try #require(Contrast.ratio(one, other))
        #expect(abs(ratio - expected) < (one == "#f0b35a" ? 0.5 : 0.01), "\(ratio)")
        #expect(Contrast.ratio(other, one) == ratio)
    }

    @Test(arguments: ["", "#fff", "ffffff0", "#gggggg", "red"])
    func whatIsNoColourHasNone(text: String) {
        #expect(Contrast.ratio(text, "#000000") == nil)
    }
}
