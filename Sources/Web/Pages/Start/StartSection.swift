/// A section of the start page, such as what is on now. `App` collects the sections of all slices.
public protocol StartSection: Sendable {
    /// The section's markup, beginning with a second-level heading; `nil` if the tenant has no content for it.
    func startSection(for context: RequestContext) async throws -> HTML?
}
