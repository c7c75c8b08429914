import Tenancy
import Web

/// What is said of a change of the radio data, to other servers by a notification.
public struct RadioNotice: Sendable, Hashable {
    /// The revision that it made.
    public let revision: RadioRevision
    /// Those whose airings, cuts and segments may be others now, while all else is as it was; `nil` where anything may be.
    public let channels: Set<Channel.ID>?

    public init(revision: RadioRevision, channels: Set<Channel.ID>? = nil) {
        self.revision = revision
        self.channels = channels
    }

    /// Of more channels than these nothing is said: a payload has room for 8,000 bytes (spec O3.7), and to read them is
    /// hardly less than to read all.
    static let channelLimit = 100

    /// Reads what stands behind the kind in a payload, "12" or "12,4+7"; `nil` for anything else, which may say anything.
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

    /// What stands behind the revision in a payload.
    static func suffix(_ channels: Set<Channel.ID>?) -> String {
        guard let channels, (1...channelLimit).contains(channels.count) else { return "" }
        return "," + channels.map(\.rawValue).sorted().map(String.init).joined(separator: "+")
    }
}
