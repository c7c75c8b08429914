import HTTP

extension IPAddress {
    /// The address in numeric form.
    var text: String { String(unsafeUninitializedCapacity: Self.textCapacity) { writeText(to: $0) } }
}
