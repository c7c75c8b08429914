import Synchronization
import Web

/// A cache of the texts of items for ten seconds after they were read, so that most changes of a player read no texts (decision 0077).
final class RecentDescriptions: Sendable {
    typealias Moment = ContinuousClock.Instant

    private struct Key: Hashable, Sendable {
        let owner: PlayerOwner
        let item: String
    }

    private struct Entry: Sendable {
        let description: PlayerItemDescription
        let readAt: Moment
    }

    static let lifetime = Duration.seconds(10)
    /// The estimated size of all texts in bytes, above which the least recently used are removed.
    private static let sizeLimit = 16 << 20

    private let entries = Mutex(BoundedCache<Key, Entry>(limit: RecentDescriptions.sizeLimit))

    /// Returns the texts of an item for a listener; `nil` if no recent texts are kept.
    func description(of item: String, for owner: PlayerOwner, at now: Moment) -> PlayerItemDescription? {
        guard let entry = entries.withLock({ $0.value(for: Key(owner: owner, item: item)) }),
            entry.readAt.duration(to: now) <= Self.lifetime
        else { return nil }
        return entry.description
    }

    /// Keeps the texts of an item that were read at a moment.
    func keep(_ description: PlayerItemDescription, of item: String, for owner: PlayerOwner, readAt moment: Moment) {
        entries.withLock {
            $0.insert(
                Entry(description: description, readAt: moment), for: Key(owner: owner, item: item),
                cost: description.size)
        }
    }
}

extension PlayerItemDescription {
    fileprivate var size: Int {
        let texts = [
            title, artist, artworkURL, picture?.small, picture?.large, path, audioPath, credit?.uploader,
            credit?.address,
        ]
        return 512 + texts.reduce(0) { $0 + ($1?.utf8.count ?? 0) }
    }
}
