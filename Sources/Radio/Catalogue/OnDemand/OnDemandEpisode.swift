/// An episode, with the recording that listeners can hear now, if any (spec R66).
package struct OnDemandEpisode: Sendable, Hashable {
    package let id: Episode.ID
    package let title: String
    package let show: String
    package let durationMs: Int64?
    /// The address of the recording's stream; `nil` if no recording with a stream is available now.
    package let streamURL: String?
    package let art: Art?
}
