/// A section of the start page, such as the current programmes. `App` collects the sections of all slices.
public protocol StartSection: Sendable {
    /// Returns the section's markup, beginning with a second-level heading, or `nil` without content. An error leaves out the section.
    func startSection(for context: RequestContext) async throws -> HTML?
}
