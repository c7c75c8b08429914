import PNG

/// A generated cover for items whose picture is missing or not available: a vinyl record on a background in one of six colours.
package enum CoverDrawing: Int, Sendable, Hashable {
    case blue, green, red, violet, brown, grey

    /// Selects the cover of an item by its identifier. The same item always gets the same cover.
    package init(of id: String) {
        let sum = id.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
        self = CoverDrawing(rawValue: Int(sum % 6)) ?? .blue
    }

    /// The vector drawing of the cover.
    package var drawing: Drawing {
        let (top, bottom): (UInt32, UInt32) =
            switch self {
            case .blue: (0x35506B, 0x1D2F42)
            case .green: (0x35604F, 0x1B3A2F)
            case .red: (0x6B3A3F, 0x421D24)
            case .violet: (0x51406B, 0x2E2142)
            case .brown: (0x6B5535, 0x42311D)
            case .grey: (0x525A61, 0x2C3237)
            }
        let center = Drawing.Point(300, 300)
        return Drawing(
            top: Drawing.Color(top), bottom: Drawing.Color(bottom), ink: Drawing.Color(0xDCE6EF),
            strokes: [
                .arc(center, Drawing.Point(190, 190), from: 0, to: 360),
                .arc(center, Drawing.Point(140, 140), from: 200, to: 250, width: 14, opacity: 0.6),
                .arc(center, Drawing.Point(140, 140), from: 20, to: 70, width: 14, opacity: 0.6),
                .arc(center, Drawing.Point(70, 70), from: 0, to: 360, opacity: 0.8),
                Drawing.Stroke([center], width: 40),
            ])
    }
}
