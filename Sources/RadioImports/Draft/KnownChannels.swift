/// The channels with bearers that earlier imports of a source created, so that a channel keeps its key from one import to the next.
public struct KnownChannels: Sendable, Hashable {
    /// A channel of the source, with the URIs of its bearers.
    public struct Channel: Sendable, Hashable {
        public let key: String
        public let name: String
        public var bearers: Set<String>
    }

    public private(set) var keyByBearer: [String: String] = [:]
    public private(set) var channels: [String: Channel] = [:]

    public init() {}

    /// Adds a bearer of a channel. If several channels share a bearer, `keyByBearer` has the last one. O(1).
    public mutating func add(key: String, name: String, bearer: String) {
        keyByBearer[bearer] = key
        channels[key, default: Channel(key: key, name: name, bearers: [])].bearers.insert(bearer)
    }
}
