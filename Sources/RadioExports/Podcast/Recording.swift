import Radio
import Web

/// A version of an episode on demand, with the addresses that it is heard by.
struct Recording: Sendable {
    let id: Version.ID
    let episode: Episode.ID
    /// Whether there are cuts to make chapters of.
    let hasChapters: Bool
    let durationMs: Int64?
    let availableFrom: Instant
    let availableUntil: Instant?
    /// Whether its rights allow a copy on a device.
    let isDownloadable: Bool
    var media: [Media] = []

    /// An address of the recording.
    struct Media: Sendable {
        let url: String
        /// Whether the address is for download rather than for streaming.
        let isDownload: Bool
        let mediaType: String
        /// In kbit/s; 0 for unknown.
        let bitrate: Int32
        let bytes: Int64?

        /// Copies are offered where the rights of the recording allow them, of music never (spec R58).
        func isOffered(by recording: Recording, isMusic: Bool) -> Bool {
            !isDownload || (recording.isDownloadable && !isMusic)
        }
    }
}

/// Recordings that can be heard at a moment, and until when that is all that there is to say.
struct RecordingList: Sendable {
    var recordings: [Recording]
    /// When the next one comes or goes.
    let goodUntil: Instant?

    var byEpisode: [Episode.ID: [Recording]] { Dictionary(grouping: recordings, by: \.episode) }
}
