import Synchronization
import Web

/// The counters of one channel on this server since they were last stored (decision 0059). Counting takes an atomic addition and no lock.
final class ChannelTally: Sendable {
    /// The counts since the counters were last stored.
    struct Figures: Sendable, Hashable {
        /// The maximum of the recorded numbers of open event streams of the channel.
        var followers: Int64 = 0
        var nowRequests: Int64 = 0
        /// The number of requests for the channel, whose responses contain the stream addresses.
        var channelRequests: Int64 = 0
    }

    private let followers = Atomic<Int64>(0)
    private let nowRequests = Atomic<Int64>(0)
    private let channelRequests = Atomic<Int64>(0)

    /// Counts a request for the current programme.
    func countNow() { nowRequests.add(1, ordering: .relaxed) }

    /// Counts a request for the channel.
    func countChannel() { channelRequests.add(1, ordering: .relaxed) }

    /// Records the number of open streams. Only the maximum of the recorded numbers counts.
    func record(followers count: Int) { followers.max(Int64(count), ordering: .relaxed) }

    /// Returns the counts since the last call and resets them.
    func take() -> Figures {
        Figures(
            followers: followers.exchange(0, ordering: .relaxed),
            nowRequests: nowRequests.exchange(0, ordering: .relaxed),
            channelRequests: channelRequests.exchange(0, ordering: .relaxed))
    }

    /// Adds the numbers of requests that could not be stored, and keeps the larger number of followers.
    func restore(_ figures: Figures) {
        followers.max(figures.followers, ordering: .relaxed)
        nowRequests.add(figures.nowRequests, ordering: .relaxed)
        channelRequests.add(figures.channelRequests, ordering: .relaxed)
    }
}

/// The counters of a tenant's channels, which outlive snapshots.
final class ChannelTallies: Sendable {
    private let known = Mutex<[Channel.ID: ChannelTally]>([:])

    /// Returns the counters of a snapshot's channels. O(n) for n channels; requests use the snapshot's copy.
    func tallies(of channels: [LineUpChannel]) -> [Channel.ID: ChannelTally] {
        known.withLock { known in
            var tallies: [Channel.ID: ChannelTally] = [:]
            for entry in channels {
                let id = entry.channel.id
                let tally = known[id] ?? ChannelTally()
                known[id] = tally
                tallies[id] = tally
            }
            return tallies
        }
    }

    /// Returns the counters of one channel, or `nil` if no snapshot has contained it.
    func tally(of channel: Channel.ID) -> ChannelTally? { known.withLock { $0[channel] } }

    /// Returns the counts since the last call and resets them. Channels without counts are left out.
    func take() -> [Channel.ID: ChannelTally.Figures] {
        known.withLock { $0 }.mapValues { $0.take() }.filter { $0.value != ChannelTally.Figures() }
    }
}
