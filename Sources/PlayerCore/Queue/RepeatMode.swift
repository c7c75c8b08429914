/// The rule for the item that plays after an item or after the whole queue.
public enum RepeatMode: String, Codable, Sendable, Hashable, CaseIterable {
    /// Playback stops after the last item (spec L11).
    case off
    /// An item that ends by itself starts again. The event `next` still goes to the next item.
    case one
    /// The first item follows the last.
    case all
}
