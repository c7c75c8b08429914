/// A setting that holds until the end of the transaction (`SET LOCAL name = 'value'`).
///
/// With `TransactionForm.explicit` and in `Database.transaction`, the value is sent as a quoted constant, since SET takes no parameters. With
/// `TransactionForm.implicit`, the value is a parameter of `set_config`, whose setting Citus does not pass on to its workers (spec O3.11).
public struct LocalSetting: Sendable, Hashable {
    /// The name of a setting. Creating a name builds its statement, so store a name that is used for every request.
    public struct Name: Sendable, Hashable, ExpressibleByStringLiteral {
        /// The name as text: lower-case words joined by dots, such as `app.tenant_id`. Any other name is refused when it is used.
        public let text: String
        let isValid: Bool
        /// The statement that sets the value for the transaction and returns no row.
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
    /// The realm of statements with these settings: the value of the first setting, or an empty string without settings. While the pools are full,
    /// realms take turns.
    var realm: String { first?.value ?? "" }
}
