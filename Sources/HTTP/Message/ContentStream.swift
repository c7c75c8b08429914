import Synchronization

/// The content of a request that its handler reads while the content arrives, as a sequence of pieces of one or more bytes.
///
/// One task reads the sequence, once. The server receives no bytes before the first call of `next`, and stops at `capacity` unread bytes until all
/// are read, so that a slow handler slows its client down. After an error other than `cancelled` the sequence ends.
public final class ContentStream: AsyncSequence, Sendable {
    /// The bytes that arrived between two calls of `next`, at least one.
    public typealias Element = [UInt8]
    /// The reasons for an early end.
    public typealias Failure = ContentStreamError

    /// The number of unread bytes from which the server stops receiving.
    public static let capacity = 64 * 1024

    private struct State {
        var bytes: [UInt8] = []
        var isEnded = false
        /// The reason for an early end, until `next` has thrown it.
        var error: ContentStreamError?
        var isWanted = false
        /// The call of `next` that waits for bytes.
        var reader: CheckedContinuation<Void, Never>?
        /// The call of `waitForRoom` that waits for the reader.
        var receiver: CheckedContinuation<Void, Never>?

        var hasRoom: Bool { isEnded || isWanted && bytes.isEmpty }

        /// Removes and returns the waiting call of `waitForRoom` if there is room; otherwise `nil`.
        mutating func takeReceiver() -> CheckedContinuation<Void, Never>? {
            guard hasRoom else { return nil }
            defer { receiver = nil }
            return receiver
        }
    }

    private let state = Mutex(State())

    init() {}

    /// Creates content that has arrived completely, for a handler that is called without a server.
    public init(_ content: [UInt8]) {
        state.withLock { state in
            state.bytes = content
            state.isEnded = true
        }
    }

    /// Adds bytes and returns whether fewer than `capacity` are now unread. Drops the bytes and returns `true` after the end.
    func append(_ bytes: [UInt8]) -> Bool {
        let (hasRoom, reader) = state.withLock { state in
            guard !state.isEnded else { return (true, nil as CheckedContinuation<Void, Never>?) }
            state.bytes += bytes
            defer { state.reader = nil }
            return (state.bytes.count < Self.capacity, state.reader)
        }
        reader?.resume()
        return hasRoom
    }

    /// Ends the content; only the first call counts. The reader still gets the bytes that have arrived.
    ///
    /// - Parameter error: the reason for an early end; `nil` if the content is complete.
    func end(_ error: ContentStreamError? = nil) {
        let waiting = state.withLock { state in
            if !state.isEnded {
                state.isEnded = true
                state.error = error
            }
            let waiting = [state.reader, state.takeReceiver()]
            state.reader = nil
            return waiting
        }
        for continuation in waiting { continuation?.resume() }
    }

    /// Returns when the reader wants more and has read all bytes, or the content has ended. One call may wait at a time.
    func waitForRoom() async {
        await withCheckedContinuation { continuation in
            let hasRoom = state.withLock { state in
                if !state.hasRoom { state.receiver = continuation }
                return state.hasRoom
            }
            if hasRoom { continuation.resume() }
        }
    }

    private enum Step {
        case piece([UInt8])
        case end
        case failure(ContentStreamError)
        case wait
    }

    /// Returns the bytes that have arrived since the last call; waits if there are none. Returns `nil` at the end. Throws the reason for an early
    /// end, or `cancelled` if there are no bytes and the task is cancelled.
    func next() async throws(ContentStreamError) -> [UInt8]? {
        while true {
            let (step, receiver) = state.withLock { state in
                state.isWanted = true
                let step = Self.step(&state)
                return (step, state.takeReceiver())
            }
            receiver?.resume()
            switch step {
            case .piece(let bytes): return bytes
            case .end: return nil
            case .failure(let error): throw error
            case .wait: break
            }
            guard !Task.isCancelled else { throw .cancelled }
            await arrival()
        }
    }

    private static func step(_ state: inout State) -> Step {
        if !state.bytes.isEmpty {
            defer { state.bytes = [] }
            return .piece(state.bytes)
        }
        if let error = state.error {
            state.error = nil
            return .failure(error)
        }
        return state.isEnded ? .end : .wait
    }

    /// Returns when bytes or the end may have arrived, or the task is cancelled.
    private func arrival() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let waits = state.withLock { state in
                    guard state.bytes.isEmpty, !state.isEnded, !Task.isCancelled else { return false }
                    state.reader = continuation
                    return true
                }
                if !waits { continuation.resume() }
            }
        } onCancel: {
            let reader = state.withLock { state in
                defer { state.reader = nil }
                return state.reader
            }
            reader?.resume()
        }
    }

    /// An iterator over the pieces. All iterators read the same bytes, each byte once.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let content: ContentStream

        /// Returns the next piece, or `nil` at the end. Waits until bytes arrive. Throws the reason for an early end, after which the next call
        /// returns `nil`; or `cancelled` if no bytes are there and the task is cancelled.
        public mutating func next() async throws(ContentStreamError) -> [UInt8]? { try await content.next() }

        /// Returns the next piece as `next()` does, without leaving the caller's actor.
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(ContentStreamError) -> [UInt8]? {
            try await content.next()
        }
    }

    /// Returns an iterator, which shares the bytes with all others.
    public func makeAsyncIterator() -> Iterator { Iterator(content: self) }
}

/// The reason why the content of a request ended early.
public enum ContentStreamError: Error, Sendable, Hashable, CaseIterable {
    /// The client closed the connection or its sending side before the end of the content, or the handler sent its response first.
    case disconnected
    /// The client paused for longer than `Limits.contentPause`, or sent too slowly.
    case timeout
    /// The chunked coding is malformed, or the content is longer than its route accepts. The server sends the refusal.
    case malformed
    /// The server is stopping.
    case stopping
    /// The handler's task was cancelled.
    case cancelled
}
