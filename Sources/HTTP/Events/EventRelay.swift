/// An event loop as a broadcaster sees it. Any thread may call these functions; the loop does the work later, in the order of the calls.
protocol EventRelay: AnyObject, Sendable {
    /// Passes an event to the loop's streams of the broadcaster.
    func relay(_ frame: EventFrame, _ sequence: UInt64, from broadcaster: EventBroadcaster)

    /// Ends the loop's streams of the broadcaster.
    func relayEnd(of broadcaster: EventBroadcaster)
}
