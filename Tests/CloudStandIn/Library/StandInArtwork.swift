import HTTP
import PNG

/// The pictures of the stand-in: covers of tracks and avatars of users, which are drawn for this project and are the same at each start.
enum StandInArtwork {
    /// The widths in pixels of SoundCloud's sizes, by name.
    private static let sides = ["badge": 47, "t67x67": 67, "large": 100, "t300x300": 300, "t500x500": 500]

    /// Answers a request such as "/artworks-100001-t300x300.jpg". As on SoundCloud, the name may end in ".jpg" although the content is PNG.
    static func respond(to request: Request) -> Response {
        let parts = request.path.dropFirst().prefix { $0 != "." }.split(separator: "-").map(String.init)
        guard request.method == .get, parts.count == 3, let number = UInt64(parts[1]), let side = sides[parts[2]],
            let file = try? PNG.encode(drawing(number), side: side)
        else { return Response(.notFound) }
        return Response(fields: ["Content-Type": "image/png"], content: .bytes(file))
    }

    /// The colours of the upper left corner, the lower right corner and the strokes.
    private static let colours: [(top: UInt32, bottom: UInt32, ink: UInt32)] = [
        (0x14304F, 0x0B1726, 0xF2B84B), (0x7A2E3A, 0x2C0F1C, 0xF7D9C4), (0x1F5C4D, 0x0A2621, 0xBFE8C8),
        (0xE0A458, 0x8C3B2A, 0x2B1210), (0x4B3B7C, 0x1C1436, 0xE8B4D8), (0xD9E2E8, 0x8FA6B5, 0x1E3442),
        (0x0E6E7C, 0x07303A, 0xFFE9B0), (0xB5495B, 0x5A1E4B, 0xFFD166), (0x2E3440, 0x12151B, 0x88C0D0),
        (0xF1E3C6, 0xC9A66B, 0x5B3A1E), (0x356B2F, 0x14300F, 0xE9F0A8), (0x9C3D1F, 0x3A120A, 0xF4C095),
    ]

    /// Returns the cover with a number: one of twelve colours and six patterns, with sizes and positions of its own.
    private static func drawing(_ number: UInt64) -> Drawing {
        var dice = Dice(seed: number)
        let (top, bottom, ink) = colours[dice.below(colours.count)]
        return Drawing(
            top: Drawing.Color(top), bottom: Drawing.Color(bottom), ink: Drawing.Color(ink), strokes: strokes(&dice))
    }

    private static func strokes(_ dice: inout Dice) -> [Drawing.Stroke] {
        func point(_ x: Int, _ y: Int) -> Drawing.Point { Drawing.Point(Double(x), Double(y)) }
        let shift = dice.below(160) - 80
        switch dice.below(6) {
        case 0:
            // Rings around a point beside the centre.
            return (1...5).map { ring -> Drawing.Stroke in
                let radius = Double(ring * (44 + dice.below(6)))
                return Drawing.Stroke.arc(
                    point(300 + shift, 300 - shift), Drawing.Point(radius, radius), from: 0, to: 360, width: 16,
                    opacity: 1 - Double(ring) * 0.13)
            }
        case 1:
            // Waves, one below the other.
            return (0..<28).map { place -> Drawing.Stroke in
                let (row, column) = (place / 4, place % 4)
                let start: Double = (row + column) % 2 == 0 ? 0 : 180
                return Drawing.Stroke.arc(
                    point(75 + column * 150, 90 + row * 70), Drawing.Point(75, 30), from: start, to: start + 180,
                    width: 12, opacity: 0.9 - Double(row) * 0.08)
            }
        case 2:
            // A sun above a horizon.
            let lines = (0..<5).map { row -> Drawing.Stroke in
                let (inset, height) = (40 + row * 18, 400 + row * 40)
                return Drawing.Stroke(
                    [point(inset, height), point(600 - inset, height)], width: Double(20 - row * 3), opacity: 0.85)
            }
            return [Drawing.Stroke([point(300 + shift, 250)], width: 220)] + lines
        case 3:
            // The bars of an equaliser.
            return (0..<8).map { bar -> Drawing.Stroke in
                let height = 80 + dice.below(340)
                return Drawing.Stroke(
                    [point(90 + bar * 60, 500), point(90 + bar * 60, 500 - height)], width: 30, opacity: 0.9)
            }
        case 4:
            // Diagonal stripes of growing width.
            return (0..<6).map { stripe -> Drawing.Stroke in
                Drawing.Stroke(
                    [point(stripe * 130 - 60 + shift, 660), point(stripe * 130 + 240 + shift, -60)],
                    width: Double(10 + stripe * 9), opacity: 0.75)
            }
        default:
            // Discs on a grid.
            return (0..<16).map { place -> Drawing.Stroke in
                Drawing.Stroke(
                    [point(105 + place % 4 * 130, 105 + place / 4 * 130)], width: Double(30 + dice.below(80)),
                    opacity: 0.9)
            }
        }
    }
}
