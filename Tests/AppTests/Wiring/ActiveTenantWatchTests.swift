import Logging
import Synchronization
import Tenancy
import Testing

@testable import App

struct ActiveTenantWatchTests {
    private struct Unavailable: Error {}

    /// A record of the number of queries and of the lists that were passed on.
    private final class Record: Sendable {
        let questions = Atomic<Int>(0)
        let changes = Mutex<[ActiveTenantWatch.Change]>([])
        let watch = Mutex<ActiveTenantWatch?>(nil)
    }

    @Test func aFailedReadOfActiveTenantsIsRepeatedWithAllChangesSinceThen() async {
        let record = Record()
        let (first, second) = (TenantID(rawValue: 1), TenantID(rawValue: 2))
        let watch = ActiveTenantWatch(
            read: {
                let number = record.questions.add(1, ordering: .relaxed).newValue
                if number == 2 { record.watch.withLock { $0 }?.changed(.tenants([second])) }
                if number < 4 { throw Unavailable() }
                return []
            }, pauses: .milliseconds(1) ... .milliseconds(4),
            logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }))
        record.watch.withLock { $0 = watch }
        watch.changed(.tenants([first]))
        await watch.run { _, change in
            record.changes.withLock { $0.append(change) }
            watch.finish()
        }
        #expect(record.changes.withLock { $0 } == [.tenants([first, second])])
        #expect(record.questions.load(ordering: .relaxed) == 4)
    }

    @Test func pendingChangesOfActiveTenantsAreCombined() {
        let (first, second) = (TenantID(rawValue: 1), TenantID(rawValue: 2))
        #expect(ActiveTenantWatch.Change.tenants([first]).union(nil) == .tenants([first]))
        #expect(ActiveTenantWatch.Change.tenants([first]).union(.tenants([second])) == .tenants([first, second]))
        #expect(ActiveTenantWatch.Change.tenants([first]).union(.all) == .all)
        #expect(ActiveTenantWatch.Change.all.union(.tenants([first])) == .all)
    }
}
