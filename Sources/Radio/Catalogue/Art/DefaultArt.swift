import PNG

/// The default pictures for channels, shows and people without a picture (spec R14).
public enum DefaultArt: String, Sendable, CaseIterable {
    case channel
    case show
    case person

    var file: String { "\(rawValue).svg" }

    /// The path of the SVG.
    public var path: String { "/api/v1/default-art/\(file)" }

    /// The nominal width and height in pixels. The SVG scales to any size.
    static let side: Int32 = 600

    public var alt: String {
        switch self {
        case .channel: "A radio mast"
        case .show: "A microphone"
        case .person: "A person"
        }
    }

    /// The picture as SVG, without scripts or external references.
    var svg: String {
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 600" width="600" height="600" role="img">
        <title>\(alt)</title>
        <defs><linearGradient id="ground" x1="0" y1="0" x2="1" y2="1">
        <stop offset="0" stop-color="#35506b"/><stop offset="1" stop-color="#1d2f42"/>
        </linearGradient></defs>
        <rect width="600" height="600" fill="url(#ground)"/>
        <g fill="none" stroke="#dce6ef" stroke-width="22" stroke-linecap="round" stroke-linejoin="round">
        \(drawing)
        </g>
        </svg>

        """
    }

    var raster: Drawing {
        typealias Stroke = Drawing.Stroke
        typealias Point = Drawing.Point
        let strokes: [Stroke] =
            switch self {
            case .channel:
                [
                    Stroke([Point(300, 240)], width: 78),
                    Stroke([Point(220, 470), Point(300, 268), Point(380, 470)]),
                    Stroke([Point(247, 400), Point(353, 400)]),
                    .arc(Point(300, 240), Point(102, 102), from: 135, to: 225),
                    .arc(Point(300, 240), Point(102, 102), from: -45, to: 45),
                    .arc(Point(300, 240), Point(175, 175), from: 135, to: 225, opacity: 0.6),
                    .arc(Point(300, 240), Point(175, 175), from: -45, to: 45, opacity: 0.6),
                ]
            case .show:
                [
                    .arc(Point(300, 185), Point(65, 65), from: 180, to: 360),
                    .arc(Point(300, 275), Point(65, 65), from: 0, to: 180),
                    Stroke([Point(235, 185), Point(235, 275)]), Stroke([Point(365, 185), Point(365, 275)]),
                    .arc(Point(300, 270), Point(130, 130), from: 0, to: 180),
                    Stroke([Point(300, 400), Point(300, 480)]), Stroke([Point(220, 480), Point(380, 480)]),
                    Stroke([Point(275, 190), Point(325, 190)], opacity: 0.6),
                    Stroke([Point(275, 235), Point(325, 235)], opacity: 0.6),
                ]
            case .person:
                [
                    .arc(Point(300, 225), Point(85, 85), from: 0, to: 360),
                    .arc(Point(300, 480), Point(160, 140), from: 180, to: 360),
                ]
            }
        return Drawing(
            top: Drawing.Color(0x35506B), bottom: Drawing.Color(0x1D2F42), ink: Drawing.Color(0xDCE6EF),
            strokes: strokes)
    }

    private var drawing: String {
        switch self {
        case .channel:
            """
            <circle cx="300" cy="240" r="28" fill="#dce6ef"/>
            <path d="M300 268 220 470M300 268l80 202M247 400h106"/>
            <path d="M228 168a102 102 0 0 0 0 144M372 168a102 102 0 0 1 0 144"/>
            <path d="M176 116a175 175 0 0 0 0 248M424 116a175 175 0 0 1 0 248" opacity=".6"/>
            """
        case .show:
            """
            <rect x="235" y="120" width="130" height="220" rx="65"/>
            <path d="M170 270a130 130 0 0 0 260 0M300 400v80M220 480h160"/>
            <path d="M275 190h50M275 235h50" opacity=".6"/>
            """
        case .person:
            """
            <circle cx="300" cy="225" r="85"/>
            <path d="M140 480a160 140 0 0 1 320 0"/>
            """
        }
    }
}
