/// A setting that holds until the end of the transaction (`SET LOCAL name = 'value'`).
///
/// SET takes no parameters, so the value is sent as a quoted constant; `set_config` would, but Citus does not
/// pass it on to its workers (spec O section 3).
public struct LocalSetting: Sendable, Hashable {
    /// Lower-case words joined by dots, such as `app.tenant_id`; anything else is refused when it is used.
    public let name: String
    public let value: String

    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

extension [LocalSetting] {
    /// Whose work it is that runs under these settings: the value of the first. Where the pools are full, requests of
    /// different realms take turns, so that those of one cannot keep all others waiting.
    var realm: String { first?.value ?? "" }
}
