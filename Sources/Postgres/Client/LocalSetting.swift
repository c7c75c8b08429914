/// A setting that holds until the end of the transaction (`SET LOCAL name = 'value'`).
///
/// The value is sent as a quoted constant, since SET takes no parameters. `set_config` does, but Citus does not pass it on to
/// its workers (spec O3.11).
public struct LocalSetting: Sendable, Hashable {
    /// The name of a setting. Keep a name that is set for every request: its statement is built once, on creation.
    public struct Name: Sendable, Hashable, ExpressibleByStringLiteral {
        /// Lower-case words joined by dots, such as `app.tenant_id`; anything else is refused when it is used.
        public let text: String
        let isValid: Bool
        /// Sets the value for the transaction. As a condition it yields no row and no column, so there is nothing to write,
        /// send or store. If the server skipped it, row-level security would hide every row.
        let call: SQL

        public init(stringLiteral name: StaticString) {
            text = name.description
            isValid = Literal.isSettingName(text)
            let call: SQL = "select from (values (\(""))) v (value) where set_config('"
            self.call = call.appending(name).appending("', value, true) is null")
        }

        public static func == (one: Name, other: Name) -> Bool { one.text == other.text }

        public func hash(into hasher: inout Hasher) { hasher.combine(text) }
    }

    public let name: Name
    public let value: String

    public init(_ name: Name, _ value: String) {
        self.name = name
        self.value = value
    }
}

extension [LocalSetting] {
    /// The realm of the work under these settings: the value of the first one. While the pools are full, realms take turns, so
    /// that one realm cannot keep all others waiting.
    var realm: String { first?.value ?? "" }
}
