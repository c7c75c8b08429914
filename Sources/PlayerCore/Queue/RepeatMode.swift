/// The repetition of the queue or of its current item.
public enum RepeatMode: String, Codable, Sendable, Hashable, CaseIterable {
    /// Playback stops after the last item (spec L11).
    case off
    /// An item that ends by itself starts again. The event `next` still continues with the next item.
    case one
    /// The first item follows the last item.
    case all
}
