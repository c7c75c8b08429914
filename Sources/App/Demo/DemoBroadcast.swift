import Synchronization
import Web

/// The audio of the demo's channels and recordings, computed from notes and the time, and the same for every listener.
final class DemoBroadcast: Sendable {
    /// A recording of an episode, as `station.json` describes it.
    struct Recording: Sendable, Decodable {
        let name: String
        /// The channel whose timbre the recording has.
        let channel: String
        let seconds: Int64

        var frames: Int64 { seconds * 1000 / DemoSound.msPerFrame }
        var length: Int { Int(frames) * DemoSound.bytesPerFrame }
    }

    /// The sound of each channel, by slug, and the recordings, as `station.json` describes them.
    struct Plan: Sendable, Decodable {
        let channels: [String: DemoSound.File]
        let recordings: [Recording]
    }

    private struct State {
        var cuts: [String: [DemoPlayout.Cut]] = [:]
        var isClosed = false
    }

    /// The maximum number of simultaneous listeners of all channels together.
    static let listeners = 100
    /// The duration after which another melody of a recording begins, in milliseconds.
    private static let partMs: Int64 = 180_000

    /// The permits to listen to a channel, one for each simultaneous listener.
    let permits: Permits
    let listeners: Int
    let plan: Plan
    private let sounds: [String: DemoSound]
    private let recordings: [String: Recording]
    private let state = Mutex(State())

    /// Creates the broadcast. Throws `CommandFailure` if a file of the sound is missing or damaged.
    init(_ plan: Plan, listeners: Int = DemoBroadcast.listeners) throws {
        self.listeners = listeners
        self.plan = plan
        permits = Permits(listeners)
        sounds = try plan.channels.mapValues { try DemoSound($0) }
        recordings = Dictionary(plan.recordings.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    // MARK: - What plays

    /// Sets the songs and spoken items of a channel, in the order in which they play. At times without an item, the channel plays a melody that
    /// changes every hour.
    func setCuts(_ cuts: [DemoPlayout.Cut], on channel: String) {
        state.withLock { $0.cuts[channel] = cuts }
    }

    /// Whether `close` was called.
    var isClosed: Bool { state.withLock { $0.isClosed } }

    /// Ends the streams of the channels within about half a second, because the server stops.
    func close() { state.withLock { $0.isClosed = true } }

    // MARK: - Sound

    /// Returns whether the demo has audio for a channel.
    func hasChannel(_ channel: String) -> Bool { sounds[channel] != nil }

    /// Returns a recording; `nil` if there is none with this name, or if its channel has no sound.
    func recording(_ name: String) -> Recording? { recordings[name].flatMap { sounds[$0.channel] == nil ? nil : $0 } }

    /// Returns a text that changes with the content of a recording, for its entity tag.
    func version(of recording: Recording) -> String {
        "\(recording.name) \(recording.length) \(sounds[recording.channel]?.digest ?? 0)"
    }

    /// Returns MP3 frames of a channel, joined; empty for a channel without audio. A frame's number times `DemoSound.msPerFrame` is the frame's time
    /// in milliseconds since 1970. O(number of frames).
    func bytes(of frames: Range<Int64>, on channel: String) -> [UInt8] {
        guard let sound = sounds[channel] else { return [] }
        let msPerNote = Int64(sound.framesPerNote) * DemoSound.msPerFrame
        return sound.bytes(of: frames) { place in
            let song = song(at: Instant(milliseconds: place * msPerNote), on: channel)
            let first = (song.startsAt.milliseconds + msPerNote - 1) / msPerNote
            return DemoMelody(seed: song.seed, notes: sound.notes).note(at: place - first)
        }
    }

    /// Returns MP3 frames of a recording, joined. The first frame of a recording has the number 0. O(number of frames).
    func bytes(of frames: Range<Int64>, in recording: Recording) -> [UInt8] {
        guard let sound = sounds[recording.channel] else { return [] }
        let notesPerPart = Self.partMs / (Int64(sound.framesPerNote) * DemoSound.msPerFrame)
        return sound.bytes(of: frames) { place in
            DemoMelody(seed: "\(recording.name) \(place / notesPerPart)", notes: sound.notes)
                .note(at: place % notesPerPart)
        }
    }

    /// Returns the seed and the start of the song at a time. On a channel, a song sounds the same whenever it plays.
    private func song(at time: Instant, on channel: String) -> (seed: String, startsAt: Instant) {
        let cut = state.withLock { state in
            state.cuts[channel]?.last { $0.startsAt <= time && time < $0.endsAt }
        }
        guard let cut else { return ("\(channel) \(time.hour)", time.hour) }
        return ("\(channel) \(cut.item.title) \(cut.item.artist ?? "")", cut.startsAt)
    }
}
