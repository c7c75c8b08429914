import Web

/// A channel in the line-up, with its numbers, categories, bearers, genres and skip limits.
package struct LineUpChannel: Sendable, Hashable {
    package let channel: Channel
    /// The channel numbers by platform.
    let numbers: [String: Int32]
    let categories: [Membership]
    let bearers: [Bearer]
    let genres: [Genre]
    let skips: SkipPolicy
    /// The position among the active channels sorted by name, from 1.
    let place: Int64

    /// A category of the channel, and whether it is the primary category.
    struct Membership: Sendable, Hashable {
        let category: Category.ID
        let isPrimary: Bool
    }

    /// The skip limits of a channel (spec R22). A limit that the channel does not set is the tenant's limit.
    struct SkipPolicy: Sendable, Hashable {
        let isRestricted: Bool
        let back: Int32
        let forward: Int32
        let total: Int32
        let windowMs: Int64
    }

    /// Returns the channel number on a platform, or else the general number; `nil` if there is neither.
    func number(on platform: String?) -> Int32? { platform.flatMap { numbers[$0] } ?? channel.number }
}

/// The data of the line-up, read in one transaction.
struct LineUpReading: Sendable, Hashable {
    let revision: RadioRevision
    let bufferMs: Int64
    let channels: [LineUpChannel]
    /// The categories by rank, then name.
    let categories: [Category]
}
