import HTTP
import TestSupport
import Testing
import Web

@testable import ConcertAudience
@testable import PNG

@Suite struct AudienceIconTests {
    /// The media type and the width and height of a PNG in a response (ISO/IEC 15948 §11.2.1).
    private func picture(_ response: Response) throws -> (mediaType: String?, width: Int, height: Int) {
        guard case .bytes(let bytes) = response.content else { throw AudienceStage.NoRoute() }
        #expect(bytes.prefix(8) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        func number(_ place: Int) -> Int { bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
        return (response.fields["Content-Type"], number(16), number(20))
    }

    /// Spec T20. Chromium installs a page whose manifest has icons of 192 and 512 pixels.
    @Test func theManifestListsPNGIconsOfTheSizesThatAnInstallationNeeds() async throws {
        try await AudienceStage.with { stage in
            let manifest = try await stage.text("/live/manifest.webmanifest")
            for purpose in ["any", "maskable"] {
                for icon in [AudienceIcon.small, .large] {
                    let entry =
                        "{\"purpose\":\"\(purpose)\",\"sizes\":\"\(icon.side)x\(icon.side)\",\"src\":\"\(icon.path)\",\"type\":\"image/png\"}"
                    #expect(manifest.contains(entry), "\(manifest)")
                }
            }
        }
    }

    /// Spec T20. An iPhone takes the icon of its home screen from the page.
    @Test func theAudiencePageNamesAnIconForTheHomeScreenOfAnIPhone() async throws {
        try await AudienceStage.with { stage in
            let page = try await stage.text("/live")
            #expect(page.contains("<link rel=\"apple-touch-icon\" href=\"/live/icons/apple-touch-icon.png\">"))
            #expect(page.contains("<meta name=\"apple-mobile-web-app-title\" content=\"\(stage.tenant.name)\">"))
        }
    }

    @Test(arguments: AudienceIcon.allCases)
    func anIconIsAPNGOfItsSize(icon: AudienceIcon) async throws {
        try await AudienceStage.with(nil) { stage in
            let picture = try self.picture(try await stage.response(icon.path))
            #expect(picture.mediaType == "image/png")
            #expect(picture.width == icon.side && picture.height == icon.side)
        }
    }

    @Test func anUnknownIconIsNotFound() async throws {
        try await AudienceStage.with(nil) { stage in
            await #expect(throws: APIError.self) { try await stage.response("/live/icons/icon-64.png") }
        }
    }

    /// Web Application Manifest, "Icon masks and safe zone": the mask may remove everything outside a circle of 40 % of the width.
    @Test func theDrawingOfAnIconLiesWithinTheSafeZone() async throws {
        try await AudienceStage.with(nil) { stage in
            let colours = IconColours(stage.tenant)
            let side = 100
            let pixels = AudienceIcon.drawing(colours).pixels(side: side)
            var inside: Set<[UInt8]> = []
            var outside: Set<[UInt8]> = []
            for y in 0..<side {
                for x in 0..<side {
                    let pixel = Array(pixels[(y * side + x) * 3..<(y * side + x) * 3 + 3])
                    let (across, down) = (Double(x) + 0.5 - 50, Double(y) + 0.5 - 50)
                    if across * across + down * down < 40 * 40 { inside.insert(pixel) } else { outside.insert(pixel) }
                }
            }
            #expect(outside == [[16, 8, 0].map { UInt8(truncatingIfNeeded: colours.ground >> $0) }])
            #expect(inside.contains([16, 8, 0].map { UInt8(truncatingIfNeeded: colours.ink >> $0) }))
        }
    }
}
