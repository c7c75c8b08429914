import Web

/// The rules for moving the live concert: the sources that may move it in each state, and the state after a move (spec Decided 4, N26, N34).
package enum LiveRule {
    /// Returns the state after a jump or a change of state. A jump starts a concert that is ready or has ended. A jump keeps hold and blackout, so
    /// that the operator can prepare the next position in the dark.
    ///
    /// Throws `APIError` 409 if the source is automatic and the concert is held, or has ended and the target names no state.
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

    /// Returns the state after a step. Throws `APIError` 409 if the source is automatic and the concert is held, and if the concert has ended: an
    /// accidental press of the space bar after the applause must not light the screens in the hall again.
    package static func state(afterStepIn state: LiveState, by source: LiveSource) throws(APIError) -> LiveState {
        guard state != .held || !source.isAutomatic else { throw .held }
        guard state != .ended else { throw .ended }
        return state == .ready ? .running : state
    }
}
