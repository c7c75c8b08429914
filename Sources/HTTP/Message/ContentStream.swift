import Synchronization

/// The content of a request that its handler reads while the content arrives, as a sequence of pieces of one or more bytes.
///
/// One task reads the sequence, once. The server passes no bytes on before the first call of `next`, and stops receiving from `capacity` unread bytes
/// until the handler has read every byte, so that a slow handler slows its client down. After an error other than `cancelled` the sequence ends.
public final class ContentStream: AsyncSequence, Sendable {
    /// The bytes that arrived between two calls of `next`, at least one.
    public typealias Element = [UInt8]
    /// The reasons for an early end.
    public typealias Failure = ContentStreamError

    /// The number of unread bytes from which the server stops receiving.
    public static let capacity = 64 * 1024

    private struct State {
        var bytes: [UInt8] = []
        /// Whether the content has ended, so that no further bytes arrive.
        var isEnded = false
        /// The reason for an early end, until `next` has thrown it; `nil` at other times.
        var error: ContentStreamError?
        /// Whether the reader has called `next` at least once.
        var isWanted = false
        /// The call of `next` that waits for bytes; `nil` if none waits.
        var reader: CheckedContinuation<Void, Never>?
        /// The call of `waitForRoom` that waits for the reader; `nil` if none waits.
        var receiver: CheckedContinuation<Void, Never>?

        var hasRoom: Bool { isEnded || isWanted && bytes.isEmpty }

        /// Removes and returns the waiting call of `waitForRoom` if there is room; `nil` if there is no room or no call waits.
        mutating func takeReceiver() -> CheckedContinuation<Void, Never>? {
            guard hasRoom else { return nil }
            defer { receiver = nil }
            return receiver
        }
    }

    private let state = Mutex(State())

    /// Creates the content of a request that arrives later.
    init() {}

    /// Creates content that has arrived completely, for a handler that is called without a server.
    public init(_ content: [UInt8]) {
        state.withLock { state in
            state.bytes = content
            state.isEnded = true
        }
    }

    /// Adds bytes and returns whether fewer than `capacity` bytes are now unread. After the end of the content, the bytes are dropped and the result
    /// is `true`.
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

    /// Ends the content. The reader still gets the bytes that have arrived.
    ///
    /// - Parameter error: the reason for an early end; `nil` if the content is complete. Only the first call counts.
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

    /// Returns when the reader has called `next` and has read all bytes, or the content has ended. One call may wait at a time.
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

    /// Returns the bytes that have arrived since the last call; waits if there are none. Returns `nil` at the end.
    ///
    /// - Throws: the reason for an early end, or `cancelled` if there are no bytes and the task is cancelled.
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

    /// An iterator over the pieces of the content. All iterators of one content share its bytes.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let content: ContentStream

        /// Returns the next piece, or `nil` at the end. Waits until bytes arrive.
        ///
        /// - Throws: the reason for an early end, after which the next call returns `nil`; `cancelled` if no bytes are there and the task is
        ///   cancelled.
        public mutating func next() async throws(ContentStreamError) -> [UInt8]? { try await content.next() }

        /// Returns the next piece, or `nil` at the end, without leaving the caller's actor. Waits until bytes arrive.
        ///
        /// - Throws: the reason for an early end, after which the next call returns `nil`; `cancelled` if no bytes are there and the task is
        ///   cancelled.
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(ContentStreamError) -> [UInt8]? {
            try await content.next()
        }
    }

    /// Returns an iterator. All iterators read the same bytes, each byte once.
    public func makeAsyncIterator() -> Iterator { Iterator(content: self) }
}

/// The reason why the content of a request ended early.
public enum ContentStreamError: Error, Sendable, Hashable, CaseIterable {
    /// The connection or the client's sending side was closed before the end of the content, or the handler sent its response first.
    case disconnected
    /// The client has paused for longer than `Limits.contentPause`, or sent too slowly.
    case timeout
    /// The chunked coding is malformed, or the content is longer than its route accepts. The server refuses the request itself.
    case malformed
    /// The server is stopping and accepts no further content of the request.
    case stopping
    /// The handler's task was cancelled.
    case cancelled
}
