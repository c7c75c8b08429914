import Radio
import Web

/// An on-demand version of an episode, with its addresses.
struct Recording: Sendable {
    let id: Version.ID
    let episode: Episode.ID
    /// Whether cuts exist from which chapters can be made.
    let hasChapters: Bool
    let durationMs: Int64?
    let availableFrom: Instant
    let availableUntil: Instant?
    /// Whether the rights allow downloads.
    let isDownloadable: Bool
    var media: [Media] = []

    /// An address of the recording with its purpose and format.
    struct Media: Sendable {
        let url: String
        /// Whether the address is for download; otherwise it is for streaming.
        let isDownload: Bool
        let mediaType: String
        /// The bitrate in kbit/s; 0 if unknown.
        let bitrate: Int32
        let bytes: Int64?

        /// Returns whether the address is offered. Streams are always offered. Downloads are offered if the rights
        /// allow them and the show is not music (spec R58).
        func isOffered(by recording: Recording, isMusic: Bool) -> Bool {
            !isDownload || (recording.isDownloadable && !isMusic)
        }
    }
}

/// The recordings that are available at an instant, with the time until which the list is valid.
struct RecordingList: Sendable {
    var recordings: [Recording]
    /// The instant at which the next recording becomes available or expires; `nil` if none does.
    let goodUntil: Instant?

    var byEpisode: [Episode.ID: [Recording]] { Dictionary(grouping: recordings, by: \.episode) }
}
