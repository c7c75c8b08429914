import Tenancy

/// A tenant's colour in the looks of its pages. It is chosen against the dark ground; on the light one a darker shade of it is
/// used that text can be read in.
struct BrandColours: Sendable, Hashable {
    let light: String
    let dark: String

    /// `nil` where the tenant has no colour, or none that the schema allows: only "#rrggbb" gets into a rule.
    init?(_ brand: TenantBrand) {
        let grounds = [ColourRole.ground, .raised, .hover].map(\.values.light)
        guard let colour = brand.accentColour,
            colour.dropFirst().utf8.allSatisfy({ ($0 >= 0x30 && $0 <= 0x39) || ($0 >= 0x61 && $0 <= 0x66) }),
            let shade = Contrast.darkened(colour, on: grounds)
        else { return nil }
        light = shade
        dark = colour
    }

    /// In place of the program's own accent, in every look.
    var rules: HTML {
        let (light, dark) = (Self.properties(light), Self.properties(dark))
        return ":root{\(light)}@media (prefers-color-scheme:dark){:root{\(dark)}}.hall{\(dark)}"
    }

    private static func properties(_ colour: String) -> String {
        "--accent:\(colour);--on-accent:\(textColour(on: colour))"
    }

    /// Black or white, whichever stands out more.
    static func textColour(on colour: String) -> String {
        let (black, white) = ("#17130b", "#ffffff")
        return Contrast.ratio(colour, black) ?? 0 >= Contrast.ratio(colour, white) ?? 0 ? black : white
    }
}
