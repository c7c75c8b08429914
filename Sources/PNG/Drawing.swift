/// A picture of strokes with round ends on a colour gradient, in a square of 600 units, for clients that cannot display vector graphics.
public struct Drawing: Sendable, Hashable {
    /// A colour with red, green and blue components.
    public struct Color: Sendable, Hashable {
        let red: UInt8
        let green: UInt8
        let blue: UInt8

        /// Creates the colour 0xRRGGBB.
        public init(_ value: UInt32) {
            red = UInt8(truncatingIfNeeded: value >> 16)
            green = UInt8(truncatingIfNeeded: value >> 8)
            blue = UInt8(truncatingIfNeeded: value)
        }
    }

    /// A point in the square, measured from its upper left corner.
    public struct Point: Sendable, Hashable {
        let x: Double
        let y: Double

        public init(_ x: Double, _ y: Double) { (self.x, self.y) = (x, y) }
    }

    /// A line through points, with a width in units of the square and an opacity from 0 to 1. A single point draws a disc.
    public struct Stroke: Sendable, Hashable {
        let points: [Point]
        let width: Double
        let opacity: Double

        public init(_ points: [Point], width: Double = 22, opacity: Double = 1) {
            (self.points, self.width, self.opacity) = (points, width, opacity)
        }

        /// Returns a stroke along an ellipse. `radius` contains the horizontal and the vertical radius. The angles are in degrees, clockwise from 0
        /// at the right.
        public static func arc(
            _ center: Point, _ radius: Point, from start: Double, to end: Double, width: Double = 22,
            opacity: Double = 1
        ) -> Stroke {
            let count = 48
            let points = (0...count).map { step in
                let turn = (start + (end - start) * Double(step) / Double(count)) / 180
                let (sine, cosine) = Trigonometry.sineAndCosine(halfTurns: turn)
                return Point(center.x + radius.x * cosine, center.y + radius.y * sine)
            }
            return Stroke(points, width: width, opacity: opacity)
        }
    }

    public static let side = 600.0

    let top: Color
    let bottom: Color
    let ink: Color
    let strokes: [Stroke]

    /// Creates a drawing with strokes in `ink` on a gradient from `top` at the upper left corner to `bottom` at the lower right corner.
    public init(top: Color, bottom: Color, ink: Color, strokes: [Stroke]) {
        (self.top, self.bottom, self.ink, self.strokes) = (top, bottom, ink, strokes)
    }

    /// Returns the pixels row by row, three bytes each, for a side of at least 1 pixel. O(n) in the number of pixels of
    /// the drawing and of the rectangles around the segments of each stroke.
    func pixels(side: Int) -> [UInt8] {
        let scale = Drawing.side / Double(side)
        var ink = [Double](repeating: 0, count: side * side)
        for stroke in strokes { cover(&ink, by: stroke, side, scale) }
        var pixels: [UInt8] = []
        pixels.reserveCapacity(side * side * 3)
        for y in 0..<side {
            for x in 0..<side {
                let share = Double(x + y) / Double(max(1, 2 * side - 2))
                let covered = ink[y * side + x]
                func mixed(_ top: UInt8, _ bottom: UInt8, _ ink: UInt8) -> UInt8 {
                    let ground = Double(top) * (1 - share) + Double(bottom) * share
                    return UInt8(ground * (1 - covered) + Double(ink) * covered + 0.5)
                }
                pixels.append(mixed(top.red, bottom.red, self.ink.red))
                pixels.append(mixed(top.green, bottom.green, self.ink.green))
                pixels.append(mixed(top.blue, bottom.blue, self.ink.blue))
            }
        }
        return pixels
    }

    /// Adds a stroke to the coverage of the pixels, from 0 to 1. Where strokes overlap, the larger coverage remains.
    private func cover(_ ink: inout [Double], by stroke: Stroke, _ side: Int, _ scale: Double) {
        let reach = stroke.width / 2 + scale
        for index in stroke.points.indices {
            let start = stroke.points[index]
            let end = stroke.points[min(index + 1, stroke.points.count - 1)]
            func pixel(_ place: Double) -> Int { max(0, min(side - 1, Int(place / scale))) }
            let rows = pixel(min(start.y, end.y) - reach)...pixel(max(start.y, end.y) + reach)
            let columns = pixel(min(start.x, end.x) - reach)...pixel(max(start.x, end.x) + reach)
            let (dx, dy) = (end.x - start.x, end.y - start.y)
            let length = dx * dx + dy * dy
            for row in rows {
                for column in columns {
                    let (x, y) = ((Double(column) + 0.5) * scale - start.x, (Double(row) + 0.5) * scale - start.y)
                    let along = length > 0 ? max(0, min(1, (x * dx + y * dy) / length)) : 0
                    let (aside, below) = (x - along * dx, y - along * dy)
                    let distance = (aside * aside + below * below).squareRoot()
                    let covered = max(0, min(1, 0.5 + (stroke.width / 2 - distance) / scale)) * stroke.opacity
                    if covered > ink[row * side + column] { ink[row * side + column] = covered }
                }
            }
        }
    }
}

/// Sine and cosine without a mathematics library.
enum Trigonometry {
    static func sineAndCosine(halfTurns: Double) -> (sine: Double, cosine: Double) {
        // A quarter turn is exact, and the rest has a Taylor series up to the 13th power.
        let quarters = (halfTurns * 2).rounded()
        let rest = (halfTurns * 2 - quarters) * Double.pi / 2
        var (sine, cosine, term) = (0.0, 0.0, 1.0)
        for power in 0..<14 {
            let sign = power % 4 < 2 ? 1.0 : -1.0
            if power % 2 == 0 { cosine += sign * term } else { sine += sign * term }
            term *= rest / Double(power + 1)
        }
        return switch Int(quarters) & 3 {
        case 0: (sine, cosine)
        case 1: (cosine, -sine)
        case 2: (-sine, -cosine)
        default: (-cosine, sine)
        }
    }
}
