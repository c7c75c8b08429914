import Web

/// The response of `getPlayContext` (spec M6.2).
struct PlayContextView: Encodable, Sendable {
    let context: String
    let title: String
    let length: Int
    let revision: String
    let offset: Int
    let items: [Item]
    /// The offset of the next part of the context; absent if no tracks follow this part.
    let nextOffset: Int?

    struct Item: Encodable, Sendable {
        let index: Int
        let isPlayable: Bool
        let track: TrackView
    }

    init(_ window: PlayWindow, offset: Int, limit: Int) {
        context = window.context.description
        (title, length, revision, self.offset) = (window.title, window.length, window.revision, offset)
        items = window.items.map { Item(index: $0.index, isPlayable: $0.isPlayable, track: TrackView($0)) }
        nextOffset = offset + limit < window.length ? offset + limit : nil
    }
}
