import Radio
import Web

/// An on-demand version of an episode with its media addresses.
struct Recording: Sendable {
    let id: Version.ID
    let episode: Episode.ID
    /// Whether the recording has chapters. Always `false` if the recordings were read by episode and not by show.
    let hasChapters: Bool
    let durationMs: Int64?
    let availableFrom: Instant
    let availableUntil: Instant?
    let isDownloadable: Bool
    var media: [Media] = []

    /// A media address of the recording, with its purpose and format.
    struct Media: Sendable {
        let url: String
        let isDownload: Bool
        let mediaType: String
        /// The bitrate in kbit/s; 0 if unknown.
        let bitrate: Int32
        let bytes: Int64?

        /// Returns whether documents may list the address. Downloads are listed only if the rights allow them and the show is not a music show
        /// (spec R58).
        func isOffered(by recording: Recording, isMusic: Bool) -> Bool {
            !isDownload || (recording.isDownloadable && !isMusic)
        }
    }
}

/// The recordings that are available at an instant.
struct RecordingList: Sendable {
    var recordings: [Recording]
    /// The next time at which a recording becomes available or expires; `nil` if there is none.
    let goodUntil: Instant?

    var byEpisode: [Episode.ID: [Recording]] { Dictionary(grouping: recordings, by: \.episode) }
}
