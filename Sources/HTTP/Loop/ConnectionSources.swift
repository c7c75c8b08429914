import Dispatch

/// The Dispatch sources of one connection, created when first needed and suspended while unused.
///
/// The descriptor may be closed only after both sources are cancelled; otherwise the source of a new socket with the same number would never fire
/// (spec H3.1). A suspended source is resumed before its release, which would otherwise trap (spec H3.2).
struct ConnectionSources {
    private var input: (any DispatchSourceRead)?
    private var room: (any DispatchSourceWrite)?
    private var isInputSuspended = false
    private var isRoomSuspended = false
    private var active = 0

    /// Suspends input events until the next `wait`.
    mutating func suspendInput() {
        guard let input, !isInputSuspended else { return }
        input.suspend()
        isInputSuspended = true
    }

    /// Enables the wanted events and disables the others; `nil` leaves input events unchanged.
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

    /// Cancels the sources; each calls `sourceCancelled` later. Returns `true` if there are none, so that the descriptor may be closed now.
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

    /// Records that one source has been cancelled. Returns whether it was the last.
    mutating func cancelled() -> Bool {
        active -= 1
        return active == 0
    }
}
