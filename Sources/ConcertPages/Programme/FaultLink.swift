import ConcertEditing
import Web

/// A fault of a draft with its place, and a link to the page on which an editor corrects it.
struct FaultLink: Sendable {
    /// The name of the piece, or "Programme" or "Pictures and app assets" for other faults.
    let group: String
    /// The part of the piece, such as "Track The Music, measure 12", or the name of a picture; empty for a fault of the whole group.
    let part: String
    let path: LocalPath
    /// The broken rule and the next step.
    let text: String

    private init(_ group: String, _ part: String = "", _ path: LocalPath, _ text: String) {
        self.group = group
        self.part = part
        self.path = path
        self.text = text
    }

    /// Returns the places of the faults of a draft, in order. An empty piece has one place for all faults about its missing parts.
    static func all(in review: DraftReview) -> [FaultLink] {
        var blank: Set<Int> = []
        return review.faults.compactMap { fault in
            let parts = fault.field.split(separator: "/").map(String.init)
            guard parts.first == "pieces", parts.count > 2, let index = Int(parts[1]),
                review.pieces.indices.contains(index)
            else { return place(fault, parts, in: review) }
            let (piece, name) = (review.pieces[index], review.pieces[index].name.description)
            let content = piece.content
            let isBlank = content.measures.isEmpty && content.sections.isEmpty && content.tracks.isEmpty
            guard isBlank, ["measures", "sections", "tracks", "end"].contains(parts[2]) else {
                return FaultLink(fault, parts, of: piece, in: review)
            }
            guard blank.insert(index).inserted else { return nil }
            return FaultLink(
                name, "", ConcertPaths.piece(piece.id),
                "This piece is empty: it has no measures, structure or notes. Open the piece, or import a score.")
        }
    }

    private static func place(_ fault: APIError.Fault, _ parts: [String], in review: DraftReview) -> FaultLink {
        if parts.first == "images" {
            let path = parts.count > 1 ? ConcertPaths.picture(parts[1]) : "/cms/pictures"
            return FaultLink("Pictures and app assets", parts.count > 1 ? parts[1] : "", path, fault.sentences)
        }
        return FaultLink("Programme", "", ConcertPaths.concert(review.concert.slug, "#add"), fault.sentences)
    }

    /// Reads the place of a fault in a piece from its JSON pointer, such as "/pieces/0/tracks/1/annotations/4/text".
    private init(_ fault: APIError.Fault, _ parts: [String], of piece: PieceDraft, in review: DraftReview) {
        group = piece.name.description
        text = fault.sentences
        let number = parts.count > 3 ? Int(parts[3]).map { $0 + 1 } : nil
        switch (parts[2], number) {
        case ("composer", _), ("work", _), ("movement", _), ("recording", _):
            part = "Name"
            path = ConcertPaths.concert(review.concert.slug, "/pieces/\(piece.id)")
        case ("tracks", _): (part, path) = Self.track(parts, of: piece)
        case ("measures", let number):
            part = number.map { "Measure \($0)" } ?? "Measures"
            path = ConcertPaths.piece(piece.id, "/measures")
        case ("end", _):
            part = "End"
            path = ConcertPaths.piece(piece.id, "/measures")
        case ("sections", let number):
            part = number.map { "Section \($0)" } ?? "Structure"
            path = ConcertPaths.piece(piece.id, "/structure")
        case ("keys", let number):
            part = number.map { "Key signature \($0)" } ?? "Key signatures"
            path = ConcertPaths.piece(piece.id, "/structure")
        case ("intensities", _):
            part = "Intensities"
            path = ConcertPaths.piece(piece.id, "/measures")
        default:
            part = ""
            path = ConcertPaths.piece(piece.id)
        }
    }

    private static func track(_ parts: [String], of piece: PieceDraft) -> (String, LocalPath) {
        let page = ConcertPaths.piece(piece.id, "/tracks")
        guard parts.count > 3, let index = Int(parts[3]), piece.content.tracks.indices.contains(index) else {
            return ("Tracks", page)
        }
        let track = piece.content.tracks[index]
        guard parts.count > 5, let place = Int(parts[5]), track.annotations.indices.contains(place) else {
            return ("Track \(track.name)", page)
        }
        let note = track.annotations[place]
        let query = "?track=\(track.id.percentEncoded)&measure=\(note.measure)&annotation=\(note.id.percentEncoded)"
        return ("Track \(track.name), measure \(note.measure)", ConcertPaths.piece(piece.id, query))
    }
}
