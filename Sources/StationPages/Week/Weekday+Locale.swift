import Foundation
import ScheduleCore

extension Weekday {
    /// Creates the first day of the week in a locale (RFC 5646) according to CLDR; Monday without a language.
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
