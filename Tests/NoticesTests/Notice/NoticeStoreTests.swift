import Testing
import TestSupport

@testable import Notices

@Suite struct NoticeStoreTests {
    private static let limits = DismissalLimits(perAccount: 3, ofDevices: 5, pruneEvery: 1)

    @Test func theOldestDismissalsOfDevicesAreRemovedBeyondTheLimit() async throws {
        try await withDatabase { database in
            let (here, there) = (try await database.tenant("here"), try await database.tenant("there"))
            let store = NoticeStore(database: database.tenants, limits: Self.limits)
            for tenant in [here, there] {
                for number in 1...9 {
                    try await store.dismiss(
                        .text(.dataWarning), revision: 0, isPermanent: true, appVersion: nil,
                        by: NoticeSubject(device: "d\(number)"), in: tenant.id)
                }
            }
            let kept = try await database.sql(
                "select subject from app.notice_dismissal where tenant_id = \(here.id) order by dismissed_at")
            #expect(kept.split(separator: "\n") == (5...9).map { "device:d\($0)" })
            #expect(try await database.sql("select count(*) from app.notice_dismissal") == "10")
        }
    }

    @Test func eachAccountHasItsOwnLimitOfDismissals() async throws {
        try await withDatabase { database in
            let here = try await database.tenant("here")
            let store = NoticeStore(database: database.tenants, limits: Self.limits)
            // The numbers 1, 10 and 100 begin with the same digit.
            for account in [10, 1, 100] as [Int64] {
                for number in 1...5 {
                    try await store.dismiss(
                        .text(.dataWarning), revision: 0, isPermanent: true, appVersion: nil,
                        by: NoticeSubject(account: account, device: "d\(number)"), in: here.id)
                }
            }
            let kept = try await database.sql("select subject from app.notice_dismissal order by dismissed_at")
            #expect(
                kept.split(separator: "\n")
                    == [10, 1, 100].flatMap { account in (3...5).map { "account:\(account):d\($0)" } })
        }
    }
}
