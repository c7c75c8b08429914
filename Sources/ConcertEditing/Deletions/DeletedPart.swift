import ConcertNotes
import Web

/// A part of a piece that an editor deleted, stored so that the deletion can be undone. Exactly one of `track`, `annotation` and `section` is set.
public struct DeletedPart: Codable, Sendable, Hashable {
    private(set) var track: PieceContent.TrackContent?
    private(set) var annotation: PieceContent.AnnotationContent?
    private(set) var section: PieceContent.SectionContent?
    /// The identifier of the track of a deleted annotation; `nil` for a track or section.
    private(set) var trackID: String?
    /// The index of a track among the tracks, or of an annotation in its track, from 0; 0 for a section.
    private(set) var index = 0

    /// The largest number of deletions stored for each piece; older deletions cannot be undone.
    static let limit = 20

    /// The kind of a restored part of a piece, and its identifiers.
    public enum Restored: Sendable, Hashable {
        case annotation(id: String, track: String, measure: Int)
        case section(id: String)
        case track(id: String)
    }
}

extension PieceContent {
    /// Removes and returns an annotation. Throws `APIError` 404 for an unknown track or annotation.
    public mutating func removeAnnotation(_ id: String, inTrack track: String) throws(APIError) -> DeletedPart {
        let (trackIndex, index) = try index(ofAnnotation: id, inTrack: track)
        let annotation = tracks[trackIndex].annotations.remove(at: index)
        return DeletedPart(annotation: annotation, trackID: track, index: index)
    }

    /// Removes and returns a section. Throws `APIError` 404 if there is none with this identifier.
    public mutating func removeSection(_ id: String) throws(APIError) -> DeletedPart {
        DeletedPart(section: sections.remove(at: try index(ofSection: id)))
    }

    /// Removes and returns a track with its annotations. Throws `APIError` 404 if there is none with this identifier.
    public mutating func removeTrack(_ id: String) throws(APIError) -> DeletedPart {
        let index = try index(ofTrack: id)
        return DeletedPart(track: tracks.remove(at: index), index: index)
    }

    /// Puts a deleted part back with its identifier, and returns the identifiers of the restored part. Later edits of the piece stay.
    ///
    /// Throws `APIError` 422 if the part breaks a rule or a limit now, or if the track of an annotation was deleted too.
    mutating func restore(_ part: DeletedPart) throws(APIError) -> DeletedPart.Restored {
        if let track = part.track { return try restore(track, at: part.index) }
        if let section = part.section { return try restore(section) }
        guard let annotation = part.annotation, let id = part.trackID else { throw .noSuchDeletion }
        guard let track = tracks.firstIndex(where: { $0.id == id }) else {
            throw APIError(
                .unprocessableContent, code: .invalid,
                "the note cannot be restored, because its track was deleted too: restore the track first")
        }
        guard tracks[track].annotations.count < Self.limits.annotations else {
            throw APIError(
                .unprocessableContent, code: .invalid,
                "the note cannot be restored: its track already has \(Self.limits.annotations) notes, the maximum; delete a note first"
            )
        }
        try check(measure: annotation.measure, text: annotation.text)
        let others = tracks[track].annotations
        let isInOrder =
            part.index <= others.count && others[..<part.index].allSatisfy { $0.measure <= annotation.measure }
            && others[part.index...].allSatisfy { $0.measure >= annotation.measure }
        if isInOrder {
            tracks[track].annotations.insert(annotation, at: part.index)
        } else {
            tracks[track].insert(annotation)
        }
        return .annotation(id: annotation.id, track: id, measure: annotation.measure)
    }

    private mutating func restore(_ section: SectionContent) throws(APIError) -> DeletedPart.Restored {
        guard sections.count < Self.limits.sections else {
            throw APIError(
                .unprocessableContent, code: .invalid,
                "the section cannot be restored: its piece already has \(Self.limits.sections) sections, the maximum; delete a section first"
            )
        }
        try check(section)
        sections.append(section)
        sections.sort { $0.measure < $1.measure }
        return .section(id: section.id)
    }

    private mutating func restore(_ track: TrackContent, at index: Int) throws(APIError) -> DeletedPart.Restored {
        guard tracks.count < Self.limits.tracks else {
            throw APIError(
                .unprocessableContent, code: .invalid,
                "the track cannot be restored: its piece already has \(Self.limits.tracks) tracks, the maximum; delete a track first"
            )
        }
        try APIError.check(track.faults(among: tracks.map(\.name)))
        try APIError.check(annotationFaults(track.annotations, below: "/tracks/\(index)").map { APIError.Fault($0) })
        tracks.insert(track, at: min(index, tracks.count))
        return .track(id: track.id)
    }
}
