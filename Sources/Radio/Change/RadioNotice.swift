import Tenancy
import Web

/// A notification to all servers about a change of radio data.
public struct RadioNotice: Sendable, Hashable {
    public let revision: RadioRevision
    /// The channels whose airings, cuts or segments may have changed; `nil` if any data may have changed.
    public let channels: Set<Channel.ID>?

    public init(revision: RadioRevision, channels: Set<Channel.ID>? = nil) {
        self.revision = revision
        self.channels = channels
    }

    /// The maximum number of channels in a payload, which has room for 8,000 bytes (spec O3.7). Loading more channels costs hardly less than loading
    /// all.
    static let channelLimit = 100

    /// Parses the part of a payload after the kind, such as "12" or "12,4+7"; `nil` for any other text.
    init?(_ text: String) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), let revision = Int64(parts[0]) else { return nil }
        self.revision = RadioRevision(rawValue: revision)
        guard parts.count == 2 else {
            channels = nil
            return
        }
        let ids = parts[1].split(separator: "+", omittingEmptySubsequences: false).map { Channel.ID(String($0)) }
        guard !ids.contains(nil) else { return nil }
        channels = Set(ids.compactMap { $0 })
    }

    /// Returns the part of a payload after the revision; empty if `channels` is `nil`, has no channel or has more than `channelLimit`.
    static func suffix(_ channels: Set<Channel.ID>?) -> String {
        guard let channels, (1...channelLimit).contains(channels.count) else { return "" }
        return "," + channels.map(\.rawValue).sorted().map(String.init).joined(separator: "+")
    }
}
