import Web

/// The rules for moving the live concert: the sources that may move it in each state, and the state after a move (spec Decided 4, N26, N34).
package enum LiveRule {
    /// Returns the state after a jump or a change of state: the state of the target or, if the target names none, `running` for a concert that is
    /// ready or has ended. Otherwise the state stays, so that the operator can prepare the next position during a hold or a blackout.
    ///
    /// Throws `APIError` 409 for an automatic source if the concert is held, or if it has ended and the target names no state.
    package static func state(
        after target: LiveTarget, in state: LiveState, by source: LiveSource
    ) throws(APIError) -> LiveState {
        if source.isAutomatic {
            guard state != .held else { throw .held }
            guard state != .ended || target.state != nil else { throw .ended }
        }
        if let wanted = target.state { return wanted }
        return state == .ready || state == .ended ? .running : state
    }

    /// Returns the state after a step; a step starts a concert that is ready. Throws `APIError` 409 for an automatic source if the concert is held,
    /// and for every source if the concert has ended: an accidental press of the space bar after the applause must not light the screens again.
    package static func state(afterStepIn state: LiveState, by source: LiveSource) throws(APIError) -> LiveState {
        guard state != .held || !source.isAutomatic else { throw .held }
        guard state != .ended else { throw .ended }
        return state == .ready ? .running : state
    }
}
