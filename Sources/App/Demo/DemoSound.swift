import Foundation

/// The notes of one timbre of the demo's radio, as MP3 (ISO/IEC 11172-3): 128 kbit/s at 48 kHz, without bit reservoir, so that frames can follow each
/// other in any order. `scripts/draw-demo-radio-sound.py` generates the notes.
struct DemoSound: Sendable {
    /// The length of every frame in bytes.
    static let bytesPerFrame = 384
    /// The duration of every frame in milliseconds: 1,152 samples at 48 kHz.
    static let msPerFrame: Int64 = 24

    /// The file of a timbre in `Resources/Demo/radio/sound`, as `station.json` describes it.
    struct File: Sendable, Decodable {
        /// The name of the file without ".txt".
        let name: String
        let framesPerNote: Int
    }

    let framesPerNote: Int
    /// The number of notes, at least 1.
    let notes: Int
    /// A hash of the notes.
    let digest: UInt64
    private let frames: [UInt8]
    /// A frame of silence: the header, which is the same for all frames, and zeros, which encode no sound.
    private let silence: [UInt8]

    /// Creates the sound from the frames of its notes, one note after the other; `nil` if the bytes are not whole notes.
    init?(_ bytes: [UInt8], framesPerNote: Int) {
        guard framesPerNote > 0, !bytes.isEmpty, bytes.count.isMultiple(of: framesPerNote * Self.bytesPerFrame) else {
            return nil
        }
        self.framesPerNote = framesPerNote
        notes = bytes.count / (framesPerNote * Self.bytesPerFrame)
        frames = bytes
        digest = SeededNumbers.hash(bytes)
        silence = bytes.prefix(4) + [UInt8](repeating: 0, count: Self.bytesPerFrame - 4)
    }

    /// Reads the sound from a file of the demo. Throws `CommandFailure` if the file is missing or damaged.
    init(_ file: File) throws {
        let path = "sound/\(file.name).txt"
        guard let bytes = Data(base64Encoded: try DemoStationFile.contents(path), options: .ignoreUnknownCharacters),
            let sound = DemoSound(Array(bytes), framesPerNote: file.framesPerNote)
        else {
            throw CommandFailure(
                "the demo's radio data is damaged: \(path) must contain whole notes in base64; "
                    + "install tutti_App.resources again")
        }
        self = sound
    }

    /// Returns MP3 frames of an endless sequence of notes, joined. O(number of frames).
    ///
    /// - Parameters:
    ///   - range: the numbers of the frames in the sequence, not negative.
    ///   - note: returns the number of the note at a place of the sequence, from 0; `nil` for a rest.
    func bytes(of range: Range<Int64>, note: (_ place: Int64) -> Int?) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(range.count * Self.bytesPerFrame)
        var frame = range.lowerBound
        while frame < range.upperBound {
            let (place, first) = frame.quotientAndRemainder(dividingBy: Int64(framesPerNote))
            let count = min(Int64(framesPerNote) - first, range.upperBound - frame)
            if let note = note(place) {
                let start = (note * framesPerNote + Int(first)) * Self.bytesPerFrame
                bytes += frames[start..<start + Int(count) * Self.bytesPerFrame]
            } else {
                for _ in 0..<count { bytes += silence }
            }
            frame += count
        }
        return bytes
    }
}
