/// A limit on the number of tasks that run simultaneously. Further tasks wait, in the order of arrival.
public actor TaskLimiter {
    /// The limit for tests with a database: 20 tests at a time, each of which uses up to a dozen of the server's 300 connections.
    static let databases = TaskLimiter(places: 20)

    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    public init(places: Int) { free = places }

    /// Waits for a place and runs `body`.
    public nonisolated func passing<Result: Sendable>(_ body: () async throws -> Result) async rethrows -> Result {
        await enter()
        do {
            let result = try await body()
            await leave()
            return result
        } catch {
            await leave()
            throw error
        }
    }

    private func enter() async {
        if free > 0 {
            free -= 1
        } else {
            await withCheckedContinuation { waiting.append($0) }
        }
    }

    private func leave() {
        if waiting.isEmpty {
            free += 1
        } else {
            waiting.removeFirst().resume()
        }
    }
}
