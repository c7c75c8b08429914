/// A day of the week with its number in ISO 8601: Monday is 1.
public enum Weekday: Int, Sendable, Hashable, CaseIterable, Comparable {
    case monday = 1
    case tuesday, wednesday, thursday, friday, saturday, sunday

    /// The code in RFC 5545 §3.3.10, such as "MO".
    public var code: String { ["MO", "TU", "WE", "TH", "FR", "SA", "SU"][rawValue - 1] }

    /// Reads a code such as "MO", case-insensitively. Other texts give `nil`.
    public init?(code: some StringProtocol) {
        guard let day = Self.allCases.first(where: { $0.code == code.uppercased() }) else { return nil }
        self = day
    }

    public static func < (left: Weekday, right: Weekday) -> Bool { left.rawValue < right.rawValue }
}
