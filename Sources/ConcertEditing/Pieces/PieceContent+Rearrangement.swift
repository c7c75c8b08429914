import ConcertNotes
import Web

/// Changes to annotations that keep every word: split, merge and copy. Each change throws `APIError` 404 for an unknown track or annotation, and 422
/// if the result breaks a rule for annotations.
extension PieceContent {
    /// Splits an annotation after `offset` Unicode scalars, and returns the identifier of the second part, which is at `measure`. Spaces at the cut
    /// are removed, and a cut within a letter moves to its end.
    ///
    /// Throws `APIError` 422 if either part would be empty, or if `measure` is before the annotation.
    public mutating func splitAnnotation(
        _ id: String, inTrack track: String, at offset: Int, measure: Int
    ) throws(APIError) -> String {
        let (trackIndex, index) = try index(ofAnnotation: id, inTrack: track)
        let annotation = tracks[trackIndex].annotations[index]
        let (before, after) = Self.halves(of: annotation.text, at: offset)
        guard !before.isEmpty, !after.isEmpty else {
            throw .invalid([
                APIError.Fault(
                    field: "/at", reason: "must leave text on both sides of the cut, found \(offset)",
                    suggestion:
                        "write a number of characters from 1 to \(max(1, annotation.text.unicodeScalars.count - 1))")
            ])
        }
        guard measure >= annotation.measure else {
            throw .invalid([
                APIError.Fault(
                    field: "/measure",
                    reason:
                        "must not be before the first part of the note, at measure \(annotation.measure), found \(measure)",
                    suggestion: "write \(annotation.measure) or a later measure")
            ])
        }
        try replaceAnnotation(id, inTrack: track, measure: annotation.measure, text: before)
        return try addAnnotation(measure: measure, text: after, toTrack: track)
    }

    /// Joins an annotation with the next one of its track, at the measure of the first. Throws `APIError` 422 for the last annotation.
    public mutating func mergeAnnotation(_ id: String, inTrack track: String) throws(APIError) {
        let (trackIndex, index) = try index(ofAnnotation: id, inTrack: track)
        let annotations = tracks[trackIndex].annotations
        guard index + 1 < annotations.count else {
            throw APIError(
                .unprocessableContent, code: .invalid,
                "the track has no later note to merge with this note; choose an earlier note")
        }
        try replaceAnnotation(
            id, inTrack: track, measure: annotations[index].measure,
            text: "\(annotations[index].text) \(annotations[index + 1].text)")
        tracks[trackIndex].annotations.remove(at: index + 1)
    }

    /// Copies an annotation to another track, at the same measure, and returns the identifier of the copy.
    public mutating func copyAnnotation(
        _ id: String, inTrack track: String, toTrack target: String
    ) throws(APIError) -> String {
        let (trackIndex, index) = try index(ofAnnotation: id, inTrack: track)
        let annotation = tracks[trackIndex].annotations[index]
        return try addAnnotation(measure: annotation.measure, text: annotation.text, toTrack: target)
    }

    /// Returns the parts of a text before and after a cut, without the white space at the cut; the first is empty for an invalid offset.
    private static func halves(of text: String, at offset: Int) -> (before: String, after: String) {
        let scalars = text.unicodeScalars
        guard offset > 0, var cut = scalars.index(scalars.startIndex, offsetBy: offset, limitedBy: scalars.endIndex)
        else { return ("", text) }
        while cut < scalars.endIndex, String.Index(cut, within: text) == nil { cut = scalars.index(after: cut) }
        let before = text[..<cut].reversed().drop(while: \.isWhitespace).reversed()
        return (String(before), String(text[cut...].drop(while: \.isWhitespace)))
    }
}
