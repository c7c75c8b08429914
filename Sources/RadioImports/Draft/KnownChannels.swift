/// The channels that earlier imports of a source created. A reader compares its entries with the known
/// channels, so that a channel keeps its key from one import to the next.
public struct KnownChannels: Sendable, Hashable {
    /// A channel of the source.
    public struct Channel: Sendable, Hashable {
        public let key: String
        public let name: String
        /// The URIs of the channel's bearers.
        public var bearers: Set<String>
    }

    /// The keys of the channels, by bearer URI.
    public private(set) var keyByBearer: [String: String] = [:]
    /// The channels, by key.
    public private(set) var channels: [String: Channel] = [:]

    public init() {}

    /// Adds a bearer of a channel. If several channels share a bearer, `keyByBearer` contains the last added channel. O(1).
    public mutating func add(key: String, name: String, bearer: String) {
        keyByBearer[bearer] = key
        channels[key, default: Channel(key: key, name: name, bearers: [])].bearers.insert(bearer)
    }
}
