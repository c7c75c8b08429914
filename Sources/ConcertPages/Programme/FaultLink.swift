import ConcertEditing
import Web

/// The place that a fault of a draft names: its title, and the page on which it is mended.
struct FaultLink: Sendable {
    let title: String
    let path: LocalPath

    /// Reads the place of a fault from its JSON pointer, such as "/pieces/0/tracks/1/annotations/4/text".
    init(_ fault: APIError.Fault, in review: DraftReview) {
        let parts = fault.field.split(separator: "/").map(String.init)
        let slug = review.concert.slug
        guard parts.first == "pieces", parts.count > 1, let index = Int(parts[1]), review.pieces.indices.contains(index)
        else {
            if parts.first == "images" {
                title = parts.count > 1 ? "Picture \(parts[1])" : "Pictures and app assets"
                path = parts.count > 1 ? ConcertPaths.picture(parts[1]) : "/cms/pictures"
            } else {
                title = "Programme"
                path = ConcertPaths.concert(slug, "#add")
            }
            return
        }
        let piece = review.pieces[index]
        let name = piece.name.description
        switch parts.count > 2 ? parts[2] : "" {
        case "composer", "work", "movement", "recording":
            title = name
            path = ConcertPaths.concert(slug, "/pieces/\(piece.id)")
        case "tracks":
            (title, path) = Self.track(parts, of: piece)
        case let part:
            let number = parts.count > 3 ? Int(parts[3]).map { $0 + 1 } : nil
            let (what, page) =
                switch (part, number) {
                case ("measures", let number?): (", measure \(number)", "/measures")
                case ("measures", nil): ("", "/measures")
                case ("end", _): (", end", "/measures")
                case ("sections", let number?): (", section \(number)", "/structure")
                case ("sections", nil): ("", "/structure")
                case ("keys", let number?): (", key signature \(number)", "/structure")
                case ("intensities", let number?): (", intensity \(number)", "")
                default: ("", "")
                }
            title = name + what
            path = ConcertPaths.piece(piece.id, page)
        }
    }

    /// Returns the place of a fault in a track: the page of the tracks, or the editor with the note.
    private static func track(_ parts: [String], of piece: PieceDraft) -> (String, LocalPath) {
        let name = piece.name.description
        guard parts.count > 3, let index = Int(parts[3]), piece.content.tracks.indices.contains(index) else {
            return (name, ConcertPaths.piece(piece.id, "/tracks"))
        }
        let track = piece.content.tracks[index]
        guard parts.count > 5, let place = Int(parts[5]), track.annotations.indices.contains(place) else {
            return ("\(name), track \(track.name)", ConcertPaths.piece(piece.id, "/tracks"))
        }
        let (measure, note) = (track.annotations[place].measure, track.annotations[place].id)
        return (
            "\(name), track \(track.name), measure \(measure)",
            ConcertPaths.piece(
                piece.id, "?track=\(track.id.percentEncoded)&measure=\(measure)&annotation=\(note.percentEncoded)")
        )
    }
}
