/// A setting that holds until the end of the transaction (`SET LOCAL name = 'value'`).
///
/// SET takes no parameters, so the value is sent as a quoted constant; `set_config` would, but Citus does not
/// pass it on to its workers (spec O3.11).
public struct LocalSetting: Sendable, Hashable {
    /// The name of a setting. Who sets it for every request keeps it: what depends on the name alone is then made once.
    public struct Name: Sendable, Hashable, ExpressibleByStringLiteral {
        /// Lower-case words joined by dots, such as `app.tenant_id`; anything else is refused when it is used.
        public let text: String
        let isValid: Bool
        /// Sets it to its only value, for the transaction. As a condition it gives no row and no column: nothing to write, send and
        /// keep. Were it not carried out, the wall would hide every row.
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
    /// Whose work it is that runs under these settings: the value of the first. Where the pools are full, requests of
    /// different realms take turns, so that those of one cannot keep all others waiting.
    var realm: String { first?.value ?? "" }
}
