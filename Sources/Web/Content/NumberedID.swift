/// The key of something within its tenant. Clients see the number as opaque text, and only as it is written: "+5" and "05"
/// name nothing, so that one thing has one address.
public protocol NumberedID: RawRepresentable, Sendable, Hashable, CustomStringConvertible where RawValue == Int64 {
    init(rawValue: Int64)
}

extension NumberedID {
    /// The key that a client names; `nil` for anything but a whole number above zero in its usual form.
    public init?(_ text: some StringProtocol) {
        guard let value = Int64(text), value > 0, String(value) == text else { return nil }
        self.init(rawValue: value)
    }

    public var description: String { String(rawValue) }
}
