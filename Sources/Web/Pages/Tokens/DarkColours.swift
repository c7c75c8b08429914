import Tenancy

/// The colours of the look for dark halls as style rules, for documents that are not a `Page`.
public enum DarkColours {
    /// The style rule that sets the custom properties of all roles to their values in the look `hall`.
    public static let rules: String =
        ":root { " + ColourRole.allCases.map { "\($0.property): \($0.values.hall); " }.joined() + "}\n"

    /// Returns the rule that sets the accent colour of a tenant; empty for a tenant without a colour.
    public static func accent(of brand: TenantBrand) -> HTML {
        guard let colour = BrandColours(brand)?.dark else { return .empty }
        return ":root{--accent:\(colour);--on-accent:\(BrandColours.textColour(on: colour))}"
    }
}
