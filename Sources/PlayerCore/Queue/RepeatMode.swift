/// What follows the last item of a queue, or each item.
public enum RepeatMode: String, Codable, Sendable, Hashable, CaseIterable {
    /// Playback stops after the last item (spec L11).
    case off
    /// An item that ends by itself starts again. The event `next` goes on to the next item all the same.
    case one
    /// The first item follows the last.
    case all
}
