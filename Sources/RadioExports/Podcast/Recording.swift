import Radio
import Web

/// A version of an episode on demand, with its addresses.
struct Recording: Sendable {
    let id: Version.ID
    let episode: Episode.ID
    /// Whether the recording has cuts from which chapters are made.
    let hasChapters: Bool
    let durationMs: Int64?
    let availableFrom: Instant
    let availableUntil: Instant?
    /// Whether the rights allow downloads.
    let isDownloadable: Bool
    var media: [Media] = []

    /// An address of the recording.
    struct Media: Sendable {
        let url: String
        /// Whether the address is for download rather than for streaming.
        let isDownload: Bool
        let mediaType: String
        /// Bitrate in kbit/s; 0 if unknown.
        let bitrate: Int32
        let bytes: Int64?

        /// Whether the address is offered: streams always, downloads if the rights allow them and the show is not music
        /// (spec R58).
        func isOffered(by recording: Recording, isMusic: Bool) -> Bool {
            !isDownload || (recording.isDownloadable && !isMusic)
        }
    }
}

/// The recordings that are available at an instant, and how long this list stays valid.
struct RecordingList: Sendable {
    var recordings: [Recording]
    /// When the next recording becomes available or expires; `nil` if none does.
    let goodUntil: Instant?

    var byEpisode: [Episode.ID: [Recording]] { Dictionary(grouping: recordings, by: \.episode) }
}
