import Web

/// The first words of the note that phones show at the position of the operator page or of a rehearsal, and of the next note, for each track of the
/// piece. Phones show the first note before its measure, too (spec N10, N11).
struct OperatorTracks: Sendable {
    let situation: LiveSituation

    var html: HTML {
        let measure = situation.programPosition.measure
        let rows = situation.piece.tracks.map { track -> HTML in
            let index = track.annotations.lastIndex { $0.measure <= measure } ?? 0
            let now: HTML =
                track.annotations.indices.contains(index)
                ? "\(CueSheet.firstWords(of: track.annotations[index].text))"
                : "<span class=\"faint\">no notes</span>"
            let following = index + 1
            let next: HTML
            if track.annotations.indices.contains(following) {
                let coming = track.annotations[following]
                let printed = situation.piece.printed(at: coming.measure).text(of: situation.piece)
                next = """
                    \(printed), in \(SentenceFormat.count(coming.measure - measure, "measure")): \
                    \(CueSheet.firstWords(of: coming.text))
                    """
            } else {
                next = "no further note"
            }
            return "<li><strong>\(track.name)</strong><p>\(now)</p><p class=\"faint\">Next: \(next)</p></li>"
        }
        let content: HTML = rows.isEmpty ? "<p class=\"faint\">The piece has no tracks.</p>" : "<ul>\(rows)</ul>"
        return "<div id=\"tracks\" data-region>\(content)</div>"
    }
}
