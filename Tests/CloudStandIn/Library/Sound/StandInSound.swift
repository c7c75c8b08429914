import Foundation

/// The sound of the stand-in's tracks: notes that `scripts/draw-demo-sound.py` has drawn, in an order of each track's own.
///
/// In the second n of the track t sounds the note (5 n + 3 t + n / 8) mod 8, where a second is 43 frames of 1,024 samples at 44,100 Hz. So a
/// program that hears a track can tell which track and which second it hears.
enum StandInSound {
    static let notes = 8, framesPerNote = 43, samplesPerFrame = 1024, rate = 44_100

    /// The kinds of streams, by their names in addresses.
    enum Kind: String, CaseIterable {
        case high = "aac_160k"
        case low = "aac_96k"

        fileprivate var file: String { self == .high ? "notes-aac-160.txt" : "notes-aac-96.txt" }
    }

    static func note(second: Int, track: Int) -> Int { (second * 5 + track * 3 + second / 8) % notes }

    /// The AAC frames of the notes, without ADTS heads.
    static func frames(_ kind: Kind) -> [[UInt8]] { kind == .high ? highFrames : lowFrames }

    private static let highFrames = split(bytes(Kind.high.file))
    private static let lowFrames = split(bytes(Kind.low.file))

    /// The preview of every track: all notes as MP3, repeated up to 30 seconds.
    static let preview: [UInt8] = {
        let whole = bytes("notes-mp3-128.txt")
        var preview: [UInt8] = []
        while preview.count < 30 * 16_000 { preview += whole }
        // A frame is 417 or 418 bytes long, so the end is cut at the head of a frame.
        var end = 30 * 16_000
        while end > 0, !(preview[end] == 0xFF && preview[end + 1] & 0xFE == 0xFA) { end -= 1 }
        return Array(preview[..<end])
    }()

    private static func bytes(_ name: String) -> [UInt8] {
        let text = EmbeddedText.files.first { $0.name == name }?.text ?? ""
        return Array(Data(base64Encoded: text, options: .ignoreUnknownCharacters) ?? Data())
    }

    /// Splits ADTS (ISO/IEC 13818-7 §6.2) into frames.
    private static func split(_ stream: [UInt8]) -> [[UInt8]] {
        var frames: [[UInt8]] = []
        var at = 0
        while at + 7 <= stream.count {
            let length = Int(stream[at + 3] & 3) << 11 | Int(stream[at + 4]) << 3 | Int(stream[at + 5]) >> 5
            guard length > 7, at + length <= stream.count else { break }
            frames.append(Array(stream[at + 7..<at + length]))
            at += length
        }
        return frames
    }
}
