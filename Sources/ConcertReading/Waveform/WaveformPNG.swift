import Gzip
import PNG
import Web

/// The waveform as PNG: dark bars on a transparent background, in the widths and heights of `Size`.
enum WaveformPNG {
    static let mediaType = "image/png"

    /// A size in pixels from a short list, so that the server draws and stores at most 16 pictures of a piece (spec Decided 20).
    struct Size: Sendable, Hashable {
        let width: Int
        let height: Int

        static let widths = [320, 640, 1280, 2560]
        static let heights = [40, 80, 160, 320]

        /// Creates the smallest available size whose width and height are not below the requested ones. A width or height above the largest available
        /// one becomes the largest.
        init(width: Int, height: Int) {
            self.width = Self.widths.first { $0 >= width } ?? 2560
            self.height = Self.heights.first { $0 >= height } ?? 320
        }

        /// Reads `width` (1 to 2560, default 1280) and `height` (1 to 320, default 160). Throws `APIError` 422 for another value, and 400 for a
        /// repeated field.
        init(_ fields: FormFields) throws(APIError) {
            let width = try fields.optional("width") == nil ? 1280 : fields.integer("width", in: 1...2560)
            let height = try fields.optional("height") == nil ? 160 : fields.integer("height", in: 1...320)
            self.init(width: width, height: height)
        }
    }

    /// Returns the picture as a PNG file. Blocks for some milliseconds. O(pixels).
    static func bytes(of read: ReadPiece, _ size: Size) throws(GzipError) -> [UInt8] {
        let columns = columns(WaveformBars(read).bars, width: size.width)
        let middle = Double(size.height) / 2
        var coverage: [UInt8] = []
        coverage.reserveCapacity(size.width * size.height)
        for row in 0..<size.height {
            // The part of the pixel row on the side of the middle line that is inside the bar.
            let near = min(abs(Double(row) - middle), abs(Double(row + 1) - middle))
            for column in 0..<size.width {
                let inside = min(1, max(0, columns[column] * middle - near))
                coverage.append(UInt8((inside * 255).rounded()))
            }
        }
        return try PNG.encode(
            coverage: coverage, width: size.width, height: size.height, ink: Drawing.Color(0x1F2937))
    }

    /// Returns the height of each pixel column, from 0 to 1: the largest intensity of its bars, but at least 1/160, or 0 in a gap without bars.
    private static func columns(_ bars: [WaveformBars.Bar], width: Int) -> [Double] {
        var columns = [Double](repeating: 0, count: width)
        let least = 1.0 / 160
        for bar in bars {
            let first = min(width - 1, Int(bar.start * Double(width)))
            let last = min(width - 1, max(first, Int((bar.end * Double(width)).rounded(.up)) - 1))
            for column in first...last { columns[column] = max(columns[column], bar.value, least) }
        }
        return columns
    }
}
