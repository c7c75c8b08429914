import Tenancy

/// A tenant's accent colour: as chosen for dark pages, and a shade with enough contrast for text on light pages.
struct BrandColours: Sendable, Hashable {
    let light: String
    let dark: String

    /// Creates the colours of a tenant. Returns `nil` for a tenant without an accent colour, and for one whose accent colour does not have the form
    /// "#rrggbb" in lower case: another text may not be safe in a style rule.
    init?(_ brand: TenantBrand) {
        let grounds = [ColourRole.ground, .raised, .hover].map(\.values.light)
        guard let colour = brand.accentColour,
            colour.dropFirst().utf8.allSatisfy({ ($0 >= 0x30 && $0 <= 0x39) || ($0 >= 0x61 && $0 <= 0x66) }),
            let shade = Contrast.darkened(colour, on: grounds)
        else { return nil }
        light = shade
        dark = colour
    }

    /// The style rules that replace the default accent colour with the tenant's colour.
    var rules: HTML {
        let (light, dark) = (Self.properties(light), Self.properties(dark))
        return ":root{\(light)}@media (prefers-color-scheme:dark){:root{\(dark)}}.hall{\(dark)}"
    }

    private static func properties(_ colour: String) -> String {
        "--accent:\(colour);--on-accent:\(textColour(on: colour))"
    }

    /// Returns near-black or white, whichever has the higher contrast with the colour.
    static func textColour(on colour: String) -> String {
        let (black, white) = ("#17130b", "#ffffff")
        return Contrast.ratio(colour, black) ?? 0 >= Contrast.ratio(colour, white) ?? 0 ? black : white
    }
}
