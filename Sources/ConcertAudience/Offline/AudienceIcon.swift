import PNG
import Web

/// An icon of the installed page, for systems that cannot draw the SVG of the favicon: two musical notes joined by a beam. The raw value is the file
/// name.
enum AudienceIcon: String, CaseIterable, Sendable {
    /// The smaller of the two sizes that Chromium requires for an installation.
    case small = "icon-192.png"
    /// The larger of the two sizes that Chromium requires for an installation.
    case large = "icon-512.png"
    /// The icon for the home screen of iPhones and iPads, which prefer a linked icon to the icons of the manifest.
    case apple = "apple-touch-icon.png"

    /// The width and the height in pixels.
    var side: Int {
        switch self {
        case .small: 192
        case .large: 512
        case .apple: 180
        }
    }

    /// The path on this server.
    var path: String { "/live/icons/\(rawValue)" }

    /// Returns the drawing. The musical notes lie within the safe zone, because systems cut icons to shapes of their own: a circle around the centre
    /// with a radius of 40 % of the width (Web Application Manifest, "Icon masks and safe zone").
    static func drawing(_ colours: IconColours) -> Drawing {
        typealias Stroke = Drawing.Stroke
        typealias Point = Drawing.Point
        let ground = Drawing.Color(colours.ground)
        return Drawing(
            top: ground, bottom: ground, ink: Drawing.Color(colours.ink),
            strokes: [
                Stroke([Point(215, 405)], width: 92), Stroke([Point(385, 375)], width: 92),
                Stroke([Point(249, 400), Point(249, 220)], width: 24),
                Stroke([Point(419, 370), Point(419, 190)], width: 24),
                Stroke([Point(253, 224), Point(415, 194)], width: 44),
            ])
    }
}
