import Observability
import Tenancy
import Web

/// What all who file tracks share on one server: whose turn it is, the workers, and the libraries of those who filed something a
/// moment ago. Made once for a database; every desk gets it.
public final class FilingResources: Sendable {
    let turns = FilingTurns()
    /// Some libraries at a time: each that is read is some dozens of megabytes.
    let places = RefreshTurns(places: 4)
    let libraries: FiledLibraryMemory
    /// Decode rows and classify: tens of thousands of tracks take a second, which no event loop has to spare (spec H3.4).
    let workers = Workers("tutti.filing", width: 1, limit: 256)

    /// - Parameter observers: of the database that libraries are read from.
    public init(of observers: TenantObservers) { libraries = FiledLibraryMemory(of: observers) }

    /// The libraries that are kept from one act to the next, for the metrics.
    public var reading: CacheReading { libraries.reading }
}
