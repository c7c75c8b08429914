/// The key of a document of an edition. A piece is given by its index in the programme, from 0.
enum ReadingDocument: Sendable, Hashable {
    case concert
    case glossary
    case piece(Int)
    case waveform(Int)
    case waveformSVG(Int)
    case waveformPNG(Int, WaveformPNG.Size)
    case annotations(Int)
    case measureMap(Int)
    /// The cues of one track, given by its index in the piece, from 0; `nil` for all tracks.
    case cues(Int, track: Int?, CueFormat)
    case notes
    case archive
    /// A copy of a picture, given by its index among the files of the edition, from 0, with a width in pixels.
    case picture(Int, width: Int)

    enum CueFormat: Sendable, Hashable { case html, csv }
}
