import ConcertNotes
import Web

/// The ruler of measures at the top of the editor and of the structure page: the waveform, the sections, the key signatures and the notes of each
/// track, drawn as SVG over the measures as heard (spec N13, N32, N33). Positions are attributes in percent, which the content security policy allows
/// and which keep texts undistorted.
///
/// Screen readers skip the drawing. On the editor page, the lists of sections and of the chosen track's notes have the same links.
struct ScoreRuler: Sendable {
    let content: PieceContent
    let measures: MeasureTexts
    /// The path of the editor page, to which links add their query.
    let path: String
    /// The identifier of the chosen track; `nil` on the structure page, and for a piece without tracks.
    let track: String?
    let measure: Int

    private static let rows = (ticks: 0, wave: 20, sections: 76, keys: 106, tracks: 128, track: 34)

    var html: HTML {
        let height = Self.rows.tracks + Self.rows.track * content.tracks.count + 4
        return """
            <div class="ruler" id="ruler" tabindex="0" role="group" aria-label="Measure ruler" data-measure="\(measure)" data-count="\(measures.count)" data-path="\(path)" \
            data-track="\(track ?? "")"><svg aria-hidden="true" width="100%" height="\(height)">\
            <rect class="cursor" id="cursor" x="\(percent(measure))" width="\(width(1))" height="\(height)"/>\
            \(ticks)\(wave)\(sections)\(keys)\(content.tracks.enumerated().map(row))</svg></div>
            """
    }

    // MARK: Positions

    private func percent(_ measure: Int) -> HTML {
        Self.percent((min(max(1, measure), measures.count + 1) - 1) * 100_000 / measures.count)
    }

    /// Returns the width of a number of measures, at least 0.15% so that the mark stays visible.
    private func width(_ count: Int) -> HTML { Self.percent(max(150, count * 100_000 / measures.count)) }

    private static func percent(_ thousandths: Int) -> HTML {
        let (whole, rest) = thousandths.quotientAndRemainder(dividingBy: 1000)
        return rest == 0 ? "\(whole)%" : "\(whole).\(rest < 10 ? "00" : rest < 100 ? "0" : "")\(rest)%"
    }

    private func link(_ measure: Int, _ content: HTML) -> HTML {
        """
        <a tabindex="-1" href="\(path)?track=\(track ?? "")&amp;measure=\(measure)">\(content)</a>
        """
    }

    // MARK: Rows

    private var ticks: HTML {
        let steps = [1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000, 2000, 5000]
        let step = steps.first { measures.count / $0 <= 15 } ?? 10_000
        let numbers =
            [1]
            + stride(from: step, through: measures.count, by: step).filter { $0 > 1 && ($0 - 1) * 25 > measures.count }
        return """
            \(numbers.map { number -> HTML in
                """
                <line class="tick" x1="\(percent(number))" x2="\(percent(number))" y1="4" y2="100%"/>\
                <text class="number" x="\(percent(number))" dx="3" y="14">\(number)</text>
                """
            })
            """
    }

    private var wave: HTML {
        guard !content.intensities.isEmpty else {
            return "<text class=\"note\" x=\"4\" y=\"\(Self.rows.wave + 30)\">No intensities</text>"
        }
        var path = ""
        for intensity in content.intensities {
            let half = max(1, Int(min(1, max(0, intensity.value)) * 50))
            path += "M\((intensity.measure - 1) * 10) \(50 - half)h8v\(2 * half)h-8z"
        }
        return """
            <svg y="\(Self.rows.wave)" width="100%" height="52" viewBox="0 0 \(measures.count * 10) 100" \
            preserveAspectRatio="none"><path class="wave" d="\(path)"/></svg>
            """
    }

    private var sections: HTML {
        guard !content.sections.isEmpty else {
            return "<text class=\"note\" x=\"4\" y=\"\(Self.rows.sections + 17)\">No sections</text>"
        }
        let ends = content.sections.dropFirst().map(\.measure) + [measures.count + 1]
        return """
            \(zip(content.sections, ends).map { section, end -> HTML in
                let colour = SectionColour(section.colour)
                return link(
                    section.measure,
                    """
                    <svg x="\(percent(section.measure))" y="\(Self.rows.sections)" width="\(width(end - section.measure))" height="26">\
                    <title>\(section.label), from measure \(section.measure)</title>\
                    <rect width="100%" height="100%" fill="\(colour.hexadecimal)"/>\
                    <text x="5" y="18" fill="\(colour.ink)">\(section.label)</text></svg>
                    """)
            })
            """
    }

    private var keys: HTML {
        """
        \(content.keys.map { key -> HTML in
            """
            <text class="key" x="\(percent(key.measure))" dx="3" y="\(Self.rows.keys + 14)">\(Self.signature(key.fifths))\
            <title>\(key.name), from measure \(key.measure)</title></text>
            """
        })
        """
    }

    /// Returns a key signature as text, such as "3♭" for three flats; "♮" without sharps and flats.
    static func signature(_ fifths: Int) -> String {
        fifths == 0 ? "♮" : fifths > 0 ? "\(fifths)♯" : "\(-fifths)♭"
    }

    private func row(_ index: Int, _ row: PieceContent.TrackContent) -> HTML {
        let top = Self.rows.tracks + index * Self.rows.track
        let isChosen = row.id == track
        return """
            <g class="track\(isChosen ? " chosen" : "")"><text x="4" y="\(top + 13)">\(row.name)</text>\
            <line x1="0" x2="100%" y1="\(top + 24)" y2="\(top + 24)"/>\(row.annotations.map { note -> HTML in
                """
                <a tabindex="-1" href="\(path)?track=\(row.id)&amp;measure=\(note.measure)&amp;annotation=\(note.id)">\
                <svg class="mark" x="\(percent(note.measure))" y="\(top + 17)"><rect width="6" height="14" rx="2"/></svg></a>
                """
            })</g>
            """
    }
}
