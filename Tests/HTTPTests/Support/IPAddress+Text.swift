import HTTP

extension IPAddress {
    /// The address in numbers.
    var text: String { String(unsafeUninitializedCapacity: Self.textCapacity) { writeText(to: $0) } }
}
