import FoundationEssentials

/// Conversion between `timestamptz` and Foundation's `Date`, rounded to the nearest microsecond.
///
/// From 1865 to 2136 the steps of a `Date` stay below half a microsecond, so a value is unchanged after it is read and written back.
extension Date: PostgresCodable {
    /// The OID of `timestamptz`.
    public static var type: UInt32 { 1184 }

    /// The date as a parameter. A date outside the years 1684 to 2255 is sent as text that the server refuses with 22007.
    public var bind: Bind {
        let microseconds = (timeIntervalSinceReferenceDate * 1_000_000).rounded() + Self.referenceMicroseconds
        guard microseconds.magnitude < Self.limit else { return Bind(type: Self.type, text: "out of range") }
        return Bind(type: Self.type, text: CivilTime(microseconds: Int64(microseconds)).text)
    }

    /// Reads an instant, in any time zone; `nil` for `infinity` and other text.
    public init?(postgresText text: Span<UInt8>) {
        guard let time = CivilTime(text: text) else { return nil }
        let sinceReference = time.microseconds - Int64(Self.referenceMicroseconds)
        self.init(timeIntervalSinceReferenceDate: Double(sinceReference) / 1_000_000)
    }

    /// The reference date of `Date`, 2001-01-01, in microseconds since 1970.
    private static var referenceMicroseconds: Double { 978_307_200_000_000 }
    /// The number of microseconds up to which a `Double` counts in whole steps, which is in the year 2255.
    private static var limit: Double { 9_007_199_254_740_992 }
}

/// Conversion between `uuid` and Foundation's `UUID`, in lower case as PostgreSQL prints it.
extension UUID: PostgresCodable {
    /// The OID of `uuid`.
    public static var type: UInt32 { 2950 }
    public var bind: Bind { Bind(type: Self.type, text: uuidString.lowercased()) }

    public init?(postgresText text: Span<UInt8>) {
        guard let text = String(postgresText: text) else { return nil }
        self.init(uuidString: text)
    }
}

extension Date: PostgresArrayElement { public static var arrayType: UInt32 { 1185 } }
extension UUID: PostgresArrayElement { public static var arrayType: UInt32 { 2951 } }
