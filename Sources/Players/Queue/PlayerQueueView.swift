import PlayerCore
import Web

/// A part of the queue as JSON, in the order of play.
struct PlayerQueueView: Encodable, Sendable {
    let context: String?
    let index: Int
    let length: Int
    let shuffle: Bool
    let seed: UInt64?
    let revision: Int
    let offset: Int
    let items: [Entry]
    /// The offset of the next part; absent if no part follows.
    let nextOffset: Int?

    struct Entry: Encodable, Sendable {
        let index: Int
        let track: PlayerItemView
    }

    init(_ session: PlayerSession, offset: Int, limit: Int, _ texts: [String: PlayerItemDescription]) {
        let queue = session.queue
        (context, index, length, shuffle, seed) = (
            queue.context, queue.index, queue.count, queue.isShuffled, queue.seed
        )
        (revision, self.offset) = (session.revision, offset)
        items = Self.window(queue, offset, limit).map { index in
            Entry(index: index, track: PlayerItemView(queue[index], texts[queue[index].id]))
        }
        nextOffset = offset + limit < queue.count ? offset + limit : nil
    }

    static func window(_ queue: PlayerQueue, _ offset: Int, _ limit: Int) -> Range<Int> {
        min(offset, queue.count)..<min(offset + limit, queue.count)
    }
}
