import Tenancy
import Testing

@testable import Web

@Suite struct ContrastTests {
    /// The expected ratios are from WCAG and its tools.
    @Test(arguments: [
        ("#000000", "#ffffff", 21.0), ("#ffffff", "#ffffff", 1.0), ("#777777", "#ffffff", 4.478),
        ("#767676", "#ffffff", 4.542), ("#f0b35a", "#101214", 10.0),
    ])
    func theContrastRatioEqualsTheRatioOfWCAG(one: String, other: String, expected: Double) throws {
        let ratio = try #require(Contrast.ratio(one, other))
        #expect(abs(ratio - expected) < (one == "#f0b35a" ? 0.5 : 0.01), "\(ratio)")
        #expect(Contrast.ratio(other, one) == ratio)
    }

    @Test(arguments: ["", "#fff", "ffffff0", "#gggggg", "red"])
    func anInvalidColourHasNoContrastRatio(text: String) {
        #expect(Contrast.ratio(text, "#000000") == nil)
    }

    /// The least ratios are from WCAG 2.2: §1.4.3 for text and §1.4.11 for edges of controls.
    @Test(arguments: ["light", "dark", "hall"])
    func textAndEdgesHaveEnoughContrastInEveryLook(name: String) throws {
        let look = ["light": \ColourRole.Values.light, "dark": \.dark, "hall": \.hall][name] ?? \.light
        let grounds = [ColourRole.ground, .raised, .hover]
        for role in [ColourRole.text, .faint, .accent, .bad, .good, .cloud, .library] {
            for ground in grounds {
                let ratio = try #require(Contrast.ratio(role.values[keyPath: look], ground.values[keyPath: look]))
                #expect(ratio >= Contrast.leastForText, "\(role) on \(ground): \(ratio)")
            }
        }
        let onAccent = try #require(
            Contrast.ratio(ColourRole.onAccent.values[keyPath: look], ColourRole.accent.values[keyPath: look]))
        #expect(onAccent >= Contrast.leastForText)
        for ground in [ColourRole.ground, .raised] {
            let edge = try #require(Contrast.ratio(ColourRole.edge.values[keyPath: look], ground.values[keyPath: look]))
            #expect(edge >= 3, "edge on \(ground): \(edge)")
        }
    }

    @Test(arguments: ["#f0b35a", "#ffff00", "#ffffff", "#6fc3ff", "#e05050"])
    func aTenantsColourHasEnoughContrastOnLightPages(colour: String) throws {
        let colours = try #require(BrandColours(TenantBrand(accentColour: colour)))
        #expect(colours.dark == colour)
        for ground in [ColourRole.ground, .raised, .hover] {
            #expect(try #require(Contrast.ratio(colours.light, ground.values.light)) >= Contrast.leastForText)
        }
        let ink = BrandColours.textColour(on: colours.light)
        #expect(try #require(Contrast.ratio(ink, colours.light)) >= Contrast.leastForText)
    }

    @Test(arguments: ["#F0B35A", "red", "#fff", "#12345;", "}body{"])
    func anInvalidAccentColourGivesNoBrandColours(colour: String) {
        #expect(BrandColours(TenantBrand(accentColour: colour)) == nil)
    }

    /// The letters are white, and the background is the lighter end of each of the twelve hues.
    @Test func initialsHaveEnoughContrastOnEveryPlaceholder() throws {
        for number in 0..<12 {
            let colour = Self.hexadecimal(hue: Double(Artwork.hue(number)), saturation: 0.42, lightness: 0.32)
            #expect(try #require(Contrast.ratio("#ffffff", colour)) >= Contrast.leastForText, "\(colour)")
        }
    }

    /// Converts a colour from HSL to sRGB (CSS Color 4 §7.1, "Converting HSL colors to sRGB").
    private static func hexadecimal(hue: Double, saturation: Double, lightness: Double) -> String {
        func part(_ n: Double) -> String {
            let k = (n + hue / 30).truncatingRemainder(dividingBy: 12)
            let value = lightness - saturation * min(lightness, 1 - lightness) * max(-1, min(k - 3, 9 - k, 1))
            let digits = String(Int((value * 255).rounded()), radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }
        return "#" + [0, 8, 4].map(part).joined()
    }
}
