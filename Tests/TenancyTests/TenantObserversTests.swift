import Synchronization
import Testing

@testable import Tenancy

struct TenantObserversTests {
    /// An observer that records its notifications.
    private final class Observer: TenantObserver {
        private let written = Mutex<[String]>([])
        let knownTenants: [TenantID]

        init(of observers: TenantObservers, knowing tenants: [Int32] = []) {
            knownTenants = tenants.map(TenantID.init(rawValue:))
            observers.add(self)
        }

        var told: [String] { written.withLock { $0 } }

        func tenantChanged(_ notice: ChangeNotice) { write("\(notice.tenant) \(notice.kind) \(notice.detail)") }

        func changesWereMissed() { write("missed") }

        func tenantEnded(_ tenant: TenantID) { write("\(tenant) ended") }

        private func write(_ text: String) { written.withLock { $0.append(text) } }
    }

    @Test func everyObserverIsNotifiedOfEachChange() {
        let observers = TenantObservers()
        let all = [Observer(of: observers), Observer(of: observers)]
        observers.tenantChanged(ChangeNotice(tenant: TenantID(rawValue: 7), kind: "live", detail: "12"))
        observers.changesWereMissed()
        observers.tenantEnded(TenantID(rawValue: 7))
        for observer in all { #expect(observer.told == ["7 live 12", "missed", "7 ended"]) }
    }

    @Test func observersAreNotifiedOfTheEndOfTheTenantsThatTheyKnow() {
        let observers = TenantObservers()
        let (one, other) = (Observer(of: observers, knowing: [1, 2, 3]), Observer(of: observers, knowing: [2]))
        observers.tenantsEnded(except: [TenantID(rawValue: 2)])
        #expect(one.told == ["1 ended", "3 ended"])
        #expect(other.told == [])
    }

    @Test func anUnusedObserverIsReleased() {
        let observers = TenantObservers()
        weak var gone: Observer?
        do {
            let observer = Observer(of: observers)
            gone = observer
            observers.changesWereMissed()
            #expect(observer.told == ["missed"])
        }
        #expect(gone == nil)
        observers.changesWereMissed()
    }

    @Test(arguments: ["", "1,live", "x,live,3", "1;live;3"])
    func aChangeNoticeInAnotherFormatIsIgnored(payload: String) { #expect(ChangeNotice(payload: payload) == nil) }

    /// Spec O3.7.
    @Test func aChangeNoticeIsReadAsTenantKindAndDetail() {
        #expect(
            ChangeNotice(payload: "7,radio,12,3,4")
                == ChangeNotice(tenant: TenantID(rawValue: 7), kind: "radio", detail: "12,3,4"))
    }
}
