import Synchronization
import Web

/// What one server has counted of a channel since it was last stored (decision 0059). A request costs one atomic addition and no
/// lock.
final class ChannelTally: Sendable {
    /// What was counted.
    struct Figures: Sendable, Hashable {
        /// Event streams that named the channel: the most at one time.
        var followers: Int64 = 0
        /// Requests of what is on the channel.
        var nowRequests: Int64 = 0
        /// Requests of the channel itself, which say where its streams are.
        var channelRequests: Int64 = 0
    }

    private let followers = Atomic<Int64>(0)
    private let nowRequests = Atomic<Int64>(0)
    private let channelRequests = Atomic<Int64>(0)

    /// Somebody asked what is on.
    func countNow() { nowRequests.add(1, ordering: .relaxed) }

    /// Somebody asked for the channel.
    func countChannel() { channelRequests.add(1, ordering: .relaxed) }

    /// So many streams are open at this moment.
    func saw(followers count: Int) { followers.max(Int64(count), ordering: .relaxed) }

    /// What was counted since this was last called.
    func take() -> Figures {
        Figures(
            followers: followers.exchange(0, ordering: .relaxed),
            nowRequests: nowRequests.exchange(0, ordering: .relaxed),
            channelRequests: channelRequests.exchange(0, ordering: .relaxed))
    }

    /// Gives back what was taken and could not be stored.
    func giveBack(_ figures: Figures) {
        followers.max(figures.followers, ordering: .relaxed)
        nowRequests.add(figures.nowRequests, ordering: .relaxed)
        channelRequests.add(figures.channelRequests, ordering: .relaxed)
    }
}

/// The tallies of a tenant's channels. They stay when scenes change.
final class ChannelTallies: Sendable {
    private let known = Mutex<[Channel.ID: ChannelTally]>([:])

    /// Those of the channels of a scene. O(channels), for every reading of the line-up; requests look in the scene.
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

    /// That of one channel; `nil` for one that no scene had.
    func tally(of channel: Channel.ID) -> ChannelTally? { known.withLock { $0[channel] } }

    /// What was counted of each channel since this was last called; channels without anything are left out.
    func take() -> [Channel.ID: ChannelTally.Figures] {
        known.withLock { $0 }.mapValues { $0.take() }.filter { $0.value != ChannelTally.Figures() }
    }
}
