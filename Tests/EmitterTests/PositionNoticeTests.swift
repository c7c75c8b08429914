import Tenancy
import Testing

@testable import Emitter

@Suite struct PositionNoticeTests {
    private let tenant = TenantID(rawValue: 7)

    /// Spec O3.7.
    @Test func aMoveIsReadFromItsNotification() throws {
        #expect(
            read("7,live,42,35,shown,Strauss, Don Juan: Don Juan")
                == PositionNotice(
                    revision: 42, position: LivePosition(name: "Strauss, Don Juan: Don Juan", measure: 35),
                    showsPosition: true))
        #expect(read("7,live,42,35,hidden,Mvt 3")?.showsPosition == false)
    }

    @Test(arguments: [
        "7,live,42", "7,live,42,", "7,live,42,35", "7,live,42,35,shown", "7,live,42,35,shown,",
        "7,live,42,0,shown,Mvt 3", "7,live,42,35,dark,Mvt 3", "7,live,x,35,shown,Mvt 3",
        "7,live,42,99999999999,shown,Mvt 3",
        "7,message,42,35,shown,Mvt 3", "8,live,42,35,shown,Mvt 3",
    ])
    func aNotificationWithoutAPositionOfTheTenantHasNoPosition(payload: String) {
        #expect(read(payload) == nil)
    }

    private func read(_ payload: String) -> PositionNotice? {
        ChangeNotice(payload: payload).flatMap { PositionNotice($0, in: tenant) }
    }
}
