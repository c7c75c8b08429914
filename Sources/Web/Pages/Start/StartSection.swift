/// What a slice says on the start page, such as what is on now. `App` puts them together.
public protocol StartSection: Sendable {
    /// Markup that begins with a heading of the second level; `nil` where this tenant has nothing of it.
    func startSection(for context: RequestContext) async throws -> HTML?
}
