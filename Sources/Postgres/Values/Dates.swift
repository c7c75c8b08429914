import FoundationEssentials

/// `timestamptz` as Foundation's `Date`.
///
/// PostgreSQL stores microseconds. A `Date` is a `Double` of seconds, whose steps stay below half a microsecond from 1888 to
/// 2113, so a value in that range that is read and written back keeps its microsecond. Both directions round to the nearest.
extension Date: PostgresCodable {
    /// timestamptz
    public static var type: UInt32 { 1184 }

    /// A date that is not finite or that PostgreSQL cannot store is sent as text that the server refuses with 22007.
    public var bind: Bind {
        let microseconds = (timeIntervalSinceReferenceDate * 1_000_000).rounded() + Self.referenceMicroseconds
        guard microseconds.magnitude < Self.limit else { return Bind(type: Self.type, text: "out of range") }
        return Bind(type: Self.type, text: CivilTime(microseconds: Int64(microseconds)).text)
    }

    /// Exact in any time zone of the session, since the text carries its offset. Returns `nil` for `infinity`.
    public init?(postgresText text: Span<UInt8>) {
        guard let time = CivilTime(text: text) else { return nil }
        let sinceReference = time.microseconds - Int64(Self.referenceMicroseconds)
        self.init(timeIntervalSinceReferenceDate: Double(sinceReference) / 1_000_000)
    }

    /// 2001-01-01, the reference date, in microseconds since 1970.
    private static var referenceMicroseconds: Double { 978_307_200_000_000 }
    /// The microseconds up to which a `Double` counts in whole steps: the year 2255.
    private static var limit: Double { 9_007_199_254_740_992 }
}

/// `uuid` as Foundation's `UUID`, in lower case as PostgreSQL prints it.
extension UUID: PostgresCodable {
    /// uuid
    public static var type: UInt32 { 2950 }
    public var bind: Bind { Bind(type: Self.type, text: uuidString.lowercased()) }

    public init?(postgresText text: Span<UInt8>) {
        guard let text = String(postgresText: text) else { return nil }
        self.init(uuidString: text)
    }
}

extension Date: PostgresArrayElement { public static var arrayType: UInt32 { 1185 } }
extension UUID: PostgresArrayElement { public static var arrayType: UInt32 { 2951 } }
