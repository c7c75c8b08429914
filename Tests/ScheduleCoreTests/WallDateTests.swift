import ScheduleCore
import Testing

struct WallDateTests {
    @Test func daysFollowEachOther() {
        #expect(WallDate(daysSince1970: 1) < WallDate(daysSince1970: 2))
    }
}
