import Tenancy
import Testing

@testable import Web

@Suite struct IconColoursTests {
    private func colours(name: String = "Hall", accent: String? = nil) -> IconColours {
        IconColours(
            Tenant(
                id: TenantID(rawValue: 1), slug: "hall", name: name, locale: "en", integerSeconds: false,
                multicast: MulticastScope(), brand: TenantBrand(accentColour: accent)))
    }

    /// The drawn favicon has the same colours.
    @Test func anIconHasTheColourOfItsTenantAndReadableInk() {
        let bright = colours(accent: "#f0b35a")
        #expect(bright.ground == 0xF0B35A && bright.ink == 0x17130B)
        let dark = colours(accent: "#204060")
        #expect(dark.ground == 0x204060 && dark.ink == 0xFFFFFF)
    }

    @Test func withoutAnAccentColourAnIconHasTheHueOfTheTenantsName() {
        let hue = Artwork.hue(Artwork.number(of: "Harbour Hall"))
        #expect(colours(name: "Harbour Hall").ground == IconColours.value(hue: hue))
        #expect(colours(name: "Harbour Hall").ink == 0xFFFFFF)
    }

    /// The expected colours are those that Chromium computes for hsl(hue 42% 32%).
    @Test(
        arguments: [(0, 0x742F2F), (60, 0x74742F), (120, 0x2F742F), (210, 0x2F5274), (330, 0x742F52)] as [(Int, UInt32)]
    )
    func aHueBecomesTheColourOfTheFavicon(hue: Int, expected: UInt32) {
        #expect(IconColours.value(hue: hue) == expected)
    }
}
