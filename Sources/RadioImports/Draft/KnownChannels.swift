/// A source's channels as earlier imports left them: what tells a reader which channel an entry is that bears no name of its own.
public struct KnownChannels: Sendable, Hashable {
    /// One of them.
    public struct Channel: Sendable, Hashable {
        public let key: String
        public let name: String
        /// The URIs by which it is heard.
        public var bearers: Set<String>
    }

    /// The key of each channel by the URIs of its bearers.
    public private(set) var keyByBearer: [String: String] = [:]
    public private(set) var channels: [String: Channel] = [:]

    public init() {}

    /// Adds one bearer of a channel; of two channels with one bearer the later added has it. O(1).
    public mutating func add(key: String, name: String, bearer: String) {
        keyByBearer[bearer] = key
        channels[key, default: Channel(key: key, name: name, bearers: [])].bearers.insert(bearer)
    }
}
