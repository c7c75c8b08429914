import Tenancy

/// A tenant's accent colour for light and dark pages. The tenant chooses the colour for the dark background; light pages use the colour or a
/// darker shade, with enough contrast for text.
struct BrandColours: Sendable, Hashable {
    let light: String
    let dark: String

    /// Creates the colours of a tenant. Returns `nil` if the tenant has no colour in the form "#rrggbb" with lower-case digits, the only form that
    /// may appear in a style rule.
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

    /// Returns near-black or white, depending on which has the higher contrast with the colour.
    static func textColour(on colour: String) -> String {
        let (black, white) = ("#17130b", "#ffffff")
        return Contrast.ratio(colour, black) ?? 0 >= Contrast.ratio(colour, white) ?? 0 ? black : white
    }
}
