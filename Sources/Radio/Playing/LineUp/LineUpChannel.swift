import Web

/// A channel as the line-up shows it, with all that belongs to it alone.
struct LineUpChannel: Sendable, Hashable {
    let channel: Channel
    /// Its numbers by platform.
    let numbers: [String: Int32]
    let categories: [Membership]
    let bearers: [Bearer]
    let genres: [Genre]
    let skips: SkipPolicy
    /// Its place among all by name.
    let place: Int64

    /// A category that it is in.
    struct Membership: Sendable, Hashable {
        let category: Category.ID
        let isPrimary: Bool
    }

    /// How often listeners may skip (spec R22): the channel's own bounds where it has them, the tenant's where not.
    struct SkipPolicy: Sendable, Hashable {
        let isRestricted: Bool
        let back: Int32
        let forward: Int32
        let total: Int32
        let windowMs: Int64
    }

    /// Its number on one platform; without one the number that it has everywhere else.
    func number(on platform: String?) -> Int32? { platform.flatMap { numbers[$0] } ?? channel.number }
}

/// All of the line-up as it was read at once.
struct LineUpReading: Sendable, Hashable {
    let revision: RadioRevision
    let bufferMs: Int64
    let channels: [LineUpChannel]
    /// By rank, then name.
    let categories: [Category]
}
