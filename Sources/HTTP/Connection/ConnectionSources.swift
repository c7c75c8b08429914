import Dispatch

/// The Dispatch sources of one connection: made when first needed, suspended while not.
///
/// The descriptor may be closed only when both have been cancelled: a new socket of the same number would find the
/// old registration, and its source would never fire (spec H3.1). A suspended source is resumed before
/// it is let go, or its release traps (spec H3.2).
struct ConnectionSources {
    private var input: (any DispatchSourceRead)?
    private var room: (any DispatchSourceWrite)?
    private var isInputSuspended = false
    private var isRoomSuspended = false
    private var active = 0

    /// Stops reports of input, which `wait` had go on.
    mutating func suspendInput() {
        guard let input, !isInputSuspended else { return }
        input.suspend()
        isInputSuspended = true
    }

    /// Has the wanted events reported and no others; `nil` leaves the reports of input as they are.
    mutating func wait(
        forInput wantsInput: Bool?, forRoom wantsRoom: Bool, of connection: Connection, on loop: isolated EventLoop
    ) {
        if let wantsInput, let input {
            if wantsInput == isInputSuspended { wantsInput ? input.resume() : input.suspend() }
            isInputSuspended = !wantsInput
        } else if wantsInput == true {
            input = loop.makeReadSource(for: connection)
            active += 1
        }
        if let room {
            if wantsRoom == isRoomSuspended { wantsRoom ? room.resume() : room.suspend() }
            isRoomSuspended = !wantsRoom
        } else if wantsRoom {
            room = loop.makeWriteSource(for: connection)
            active += 1
        }
    }

    /// Cancels the sources; each reports to `cancelled` when it has let go.
    ///
    /// - Returns: whether there are none, so that the descriptor may be closed now.
    mutating func cancel() -> Bool {
        input?.cancel()
        if isInputSuspended { input?.resume() }
        room?.cancel()
        if isRoomSuspended { room?.resume() }
        input = nil
        room = nil
        isInputSuspended = false
        isRoomSuspended = false
        return active == 0
    }

    /// - Returns: whether this was the last source.
    mutating func cancelled() -> Bool {
        active -= 1
        return active == 0
    }
}
