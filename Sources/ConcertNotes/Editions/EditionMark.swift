import Postgres
import Tenancy

/// The versions of the content and the setting from which an edition is built. Two editions of one cache and one tenant with equal marks have equal
/// bytes.
public struct EditionMark: Sendable, Hashable {
    public let stage: Stage
    public let glossary: GlossaryStore.Version
    /// Whether old XML has whole seconds (spec I10), a setting of the tenant.
    public let integerSeconds: Bool

    public init(stage: Stage, glossary: GlossaryStore.Version, integerSeconds: Bool) {
        self.stage = stage
        self.glossary = glossary
        self.integerSeconds = integerSeconds
    }

    /// The concert on the air; `nil` off the air.
    public var concertOnAir: Concert? { stage.isOnAir ? stage.concert : nil }

    /// The time at which the content of the concert on the air changed or the concert went on the air, whichever is later, in whole seconds since
    /// 1970. While no concert is on the air, the time at which the last concert went off the air; 0 if there was none.
    public var contentChangedAt: Int64 {
        guard let concert = concertOnAir else { return stage.since }
        return max(concert.changedAt, stage.since)
    }
}
