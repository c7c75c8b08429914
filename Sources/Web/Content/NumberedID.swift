/// A numeric identifier, unique within a tenant and opaque to clients. Only "5" is accepted, not "+5" or "05", so that each resource has one URL.
public protocol NumberedID: RawRepresentable, Sendable, Hashable, CustomStringConvertible where RawValue == Int64 {
    init(rawValue: Int64)
}

extension NumberedID {
    /// Reads an identifier that a client sent. Returns `nil` unless the text is a whole number above zero in canonical form.
    public init?(_ text: some StringProtocol) {
        guard let value = Int64(text), value > 0, String(value) == text else { return nil }
        self.init(rawValue: value)
    }

    public var description: String { String(rawValue) }
}
