/// A piece (one movement) with its measures, texts, structure, keys and intensities.
public struct Piece: Sendable, Hashable {
    public let name: PieceName
    /// A description of the reference recording that the times belong to; may be empty.
    public let recording: String
    /// The measures in the order heard, with repeats written out. Measures and tracks are empty only in an unfinished draft.
    public let measures: [Measure]
    /// The tracks in the order of the track picker (spec N10).
    public let tracks: [AnnotationTrack]
    public let structure: Structure
    /// The key signatures in the order of their measures; may be empty.
    public let keys: [KeySignature]
    /// The intensities in the order of their measures; may be empty.
    public let intensities: [Intensity]

    public init(
        name: PieceName, recording: String, measures: [Measure], tracks: [AnnotationTrack], structure: Structure,
        keys: [KeySignature], intensities: [Intensity]
    ) {
        self.name = name
        self.recording = recording
        self.measures = measures
        self.tracks = tracks
        self.structure = structure
        self.keys = keys
        self.intensities = intensities
    }

    /// The ID in the database, which changes with each change of the concert's content.
    public struct ID: Sendable, Hashable, RawRepresentable, CustomStringConvertible {
        public let rawValue: Int64

        public init(rawValue: Int64) { self.rawValue = rawValue }

        public var description: String { String(rawValue) }
    }

    /// The file names of the pictures in the texts, in the order of their first appearance.
    public var pictures: [String] {
        var seen: Set<String> = []
        return tracks.flatMap(\.annotations).flatMap { PictureReference.all(in: $0.text) }.map(\.file)
            .filter { seen.insert($0).inserted }
    }

    /// Adds the content of the piece to a digest.
    func feed(_ digest: inout ContentDigest) {
        for part in [name.work.composer, name.work.title, name.movement, recording] { digest.add(part) }
        digest.add(measures.count)
        for measure in measures {
            digest.add(Int(measure.start.milliseconds))
            digest.add(measure.printed)
            digest.add(measure.pass)
        }
        digest.add(tracks.count)
        for track in tracks {
            digest.add(track.name)
            digest.add(track.annotations.count)
            for annotation in track.annotations {
                digest.add(annotation.measure)
                digest.add(Int(annotation.start.milliseconds))
                digest.add(annotation.text)
            }
        }
        digest.add(structure.sections.count)
        for section in structure.sections {
            digest.add(section.measure)
            digest.add(Int(section.start.milliseconds))
            digest.add(section.text)
        }
        digest.add(structure.end.measure)
        digest.add(Int(structure.end.time.milliseconds))
        digest.add(keys.count)
        for key in keys {
            digest.add(key.measure)
            digest.add(Int(key.start.milliseconds))
            digest.add(key.fifths)
            digest.add(key.name)
        }
        digest.add(intensities.count)
        for intensity in intensities {
            digest.add(intensity.measure)
            digest.add(Int(intensity.start.milliseconds))
            digest.add(Int(intensity.value.bitPattern))
        }
        // Only tracks with a language or a level are added, so that older digests stay valid.
        for (index, track) in tracks.enumerated() where track.language != nil || track.level != nil {
            digest.add("track \(index)")
            digest.add(track.language ?? "")
            digest.add(track.level?.rawValue ?? "")
        }
    }
}
