import Web

/// The waveform as SVG in the colour of the surrounding text, with a title for screen readers (SVG-AAM 1.0 §5.1.2).
enum WaveformSVG {
    static let mediaType = "image/svg+xml"
    private static let width = 1000.0
    private static let height = 100.0

    /// Returns the document: one path of bars around the middle line. O(bars).
    static func bytes(of read: ReadPiece) -> [UInt8] {
        var path = ""
        for bar in WaveformBars(read).bars {
            let left = bar.start * width
            // A gap of a fifth separates the bars; a quiet measure is still a thin line.
            let right = left + (bar.end - bar.start) * width * 0.8
            let half = max(0.5, bar.value * height / 2)
            let (top, bottom) = (text(height / 2 - half), text(height / 2 + half))
            path += "M\(text(left)) \(top)H\(text(right))V\(bottom)H\(text(left))z"
        }
        let document: HTML = """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 100" preserveAspectRatio="none" role="img" \
            aria-labelledby="title"><title id="title">Waveform of \(read.piece.name.description)</title>\
            <path fill="currentColor" d="\(path)"/></svg>

            """
        return Array(document.text.utf8)
    }

    private static func text(_ value: Double) -> String {
        let hundredths = Int((value * 100).rounded())
        let (whole, rest) = hundredths.quotientAndRemainder(dividingBy: 100)
        guard rest > 0 else { return String(whole) }
        return rest % 10 == 0 ? "\(whole).\(rest / 10)" : "\(whole).\(rest < 10 ? "0" : "")\(rest)"
    }
}
