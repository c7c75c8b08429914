/// A day of the week. The raw value is the ISO 8601 number: 1 for Monday to 7 for Sunday.
public enum Weekday: Int, Sendable, Hashable, CaseIterable, Comparable {
    case monday = 1
    case tuesday, wednesday, thursday, friday, saturday, sunday

    /// The RFC 5545 §3.3.10 code, such as "MO".
    public var code: String { ["MO", "TU", "WE", "TH", "FR", "SA", "SU"][rawValue - 1] }

    /// Creates a weekday from a code such as "MO", case-insensitively; `nil` if the code is unknown.
    public init?(code: some StringProtocol) {
        guard let day = Self.allCases.first(where: { $0.code == code.uppercased() }) else { return nil }
        self = day
    }

    public static func < (left: Weekday, right: Weekday) -> Bool { left.rawValue < right.rawValue }
}
