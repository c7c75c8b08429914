import Tenancy

extension APIError {
    /// Returns the 413 error for files that would exceed the tenant's limit of stored bytes (spec S1.26). The fault names `field`; `nil` for an error
    /// without faults.
    public static func exceeding(_ quota: StorageExceeded, in field: String? = nil) -> APIError {
        APIError(
            .contentTooLarge, code: .storedBytesExceeded, quota.description,
            faults: field.map { [Fault(field: $0, reason: "does not fit: \(quota)")] } ?? [])
    }
}
