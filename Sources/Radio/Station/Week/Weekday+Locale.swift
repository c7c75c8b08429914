import Foundation
import ScheduleCore

extension Weekday {
    /// What weeks begin with in a locale (RFC 5646), as CLDR has it; Monday where that says nothing.
    init(firstOf locale: String) {
        let language = locale.prefix { $0 != "-" && $0 != "_" }.lowercased()
        guard language != "und", !language.isEmpty else {
            self = .monday
            return
        }
        switch Locale(identifier: locale).firstDayOfWeek {
        case .sunday: self = .sunday
        case .saturday: self = .saturday
        case .friday: self = .friday
        default: self = .monday
        }
    }
}
