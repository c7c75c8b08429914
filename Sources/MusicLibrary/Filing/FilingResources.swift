import Observability
import SoundCloud
import Tenancy
import Web

/// The resources that all changes of filings on one server share. Create one instance per database.
public final class FilingResources: Sendable {
    let changes = KeyedMutex()
    /// A limit on how many changes hold a library in memory at the same time. A library takes O(n) memory for n uploads.
    let librarySlots = AsyncSemaphore(permits: 4)
    let libraries: FiledLibraryCache
    /// The workers that decode rows and classify tracks. On an event loop, a large library would delay other requests (spec H3.4).
    let workers = Workers("tutti.filing", width: 1, limit: 256)

    /// Creates the resources and adds the library cache to the observers of the database.
    public init(of observers: TenantObservers) { libraries = FiledLibraryCache(of: observers) }

    /// The counts and the size of the library cache, for metrics.
    public var reading: CacheReading { libraries.reading }
}
