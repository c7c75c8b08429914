extension PieceContent {
    /// Creates the document of a piece, with new identifiers. O(size of the piece).
    public init(_ piece: Piece) {
        self.init()
        recording = piece.recording
        measures = piece.measures.map {
            MeasureContent(startMs: $0.start.milliseconds, printed: $0.printed, pass: $0.pass)
        }
        func differing(_ start: RecordingTime, at measure: Int) -> Int32? {
            start.milliseconds == self.start(ofMeasure: measure) ? nil : start.milliseconds
        }
        for track in piece.tracks {
            var content = TrackContent(id: makeID(), name: track.name, language: track.language, level: track.level)
            for annotation in track.annotations {
                content.annotations.append(
                    AnnotationContent(
                        id: makeID(), measure: annotation.measure, text: annotation.text,
                        startMs: differing(annotation.start, at: annotation.measure)))
            }
            tracks.append(content)
        }
        for section in piece.structure.sections {
            sections.append(
                SectionContent(
                    id: makeID(), measure: section.measure, label: section.label, colour: section.colour.description,
                    startMs: differing(section.start, at: section.measure)))
        }
        end = EndContent(measure: piece.structure.end.measure, startMs: piece.structure.end.time.milliseconds)
        keys = piece.keys.map {
            KeyContent(
                measure: $0.measure, fifths: $0.fifths, name: $0.name, startMs: differing($0.start, at: $0.measure))
        }
        intensities = piece.intensities.map {
            IntensityContent(measure: $0.measure, value: $0.value, startMs: differing($0.start, at: $0.measure))
        }
    }

    /// Returns the piece of this document, with default values for missing parts. Only a document without `faults` may be published.
    public func piece(named name: PieceName) -> Piece {
        func time(_ startMs: Int32?, at measure: Int) -> RecordingTime {
            RecordingTime(milliseconds: startMs ?? start(ofMeasure: measure) ?? 0)
        }
        let last = measures.last?.startMs ?? 0
        return Piece(
            name: name, recording: recording,
            measures: measures.enumerated().map { index, measure in
                Measure(
                    number: index + 1, start: RecordingTime(milliseconds: measure.startMs), printed: measure.printed,
                    pass: measure.pass)
            },
            tracks: tracks.map { track in
                AnnotationTrack(
                    name: track.name, language: track.language, level: track.level,
                    annotations: track.annotations.map {
                        Annotation(measure: $0.measure, start: time($0.startMs, at: $0.measure), text: $0.text)
                    })
            },
            structure: Structure(
                sections: sections.map {
                    StructureSection(
                        measure: $0.measure, start: time($0.startMs, at: $0.measure), label: $0.label,
                        colour: Colour($0.colour) ?? .tag(.gray))
                },
                end: Structure.End(
                    measure: end?.measure ?? measures.count,
                    time: RecordingTime(milliseconds: end?.startMs ?? last))),
            keys: keys.map {
                KeySignature(
                    measure: $0.measure, start: time($0.startMs, at: $0.measure), fifths: $0.fifths, name: $0.name)
            },
            intensities: intensities.map {
                Intensity(measure: $0.measure, start: time($0.startMs, at: $0.measure), value: $0.value)
            })
    }
}
