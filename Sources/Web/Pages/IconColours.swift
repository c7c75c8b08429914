import Tenancy

/// The colours of a tenant's drawn icons: the tenant's colour, or a colour that depends on the tenant's name.
public struct IconColours: Sendable, Hashable {
    /// The colour of the background, as 0xRRGGBB.
    public let ground: UInt32
    /// The colour of the drawing on the background, as 0xRRGGBB.
    public let ink: UInt32

    public init(_ tenant: Tenant) {
        if let colour = BrandColours(tenant.brand)?.dark {
            ground = Self.value(colour)
            ink = Self.value(BrandColours.textColour(on: colour))
        } else {
            ground = Self.value(hue: Artwork.hue(Artwork.number(of: tenant.name)))
            ink = 0xFF_FFFF
        }
    }

    private static func value(_ colour: String) -> UInt32 { UInt32(colour.dropFirst(), radix: 16) ?? 0 }

    /// Returns the colour with this hue in degrees, a saturation of 42 % and a lightness of 32 % (CSS Color Module Level 4 §7.1).
    static func value(hue: Int) -> UInt32 {
        let (saturation, lightness) = (0.42, 0.32)
        return [0, 8, 4].reduce(UInt32(0)) { value, offset in
            let turn = Double((offset * 30 + hue) % 360) / 30
            let share = lightness - saturation * lightness * max(-1, min(turn - 3, 9 - turn, 1))
            return value << 8 | UInt32(share * 255 + 0.5)
        }
    }
}
