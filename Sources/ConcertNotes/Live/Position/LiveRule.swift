import Web

/// Who may move the live concert in which state, and what state a move leads to. Pure: the whole truth about
/// the states of spec Decided 4.
/// Spec N26, N34.
enum LiveRule {
    /// The state after a jump to a place, or after a change of state alone.
    ///
    /// A jump starts a concert that was ready, and one that was ended by mistake; it leaves hold and blackout
    /// on, so that the operator can prepare the next place in the dark.
    static func state(
        after target: LiveTarget, in state: LiveState, by source: LiveSource
    ) throws(APIError) -> LiveState {
        if source.isAutomatic {
            guard state != .held else { throw .held }
            guard state != .ended || target.state != nil else { throw .ended }
        }
        if let wanted = target.state { return wanted }
        return state == .ready || state == .ended ? .running : state
    }

    /// The state after a step. An ended concert refuses steps: a slip on the space bar after the applause
    /// must not light 2,500 screens again.
    static func state(afterStepIn state: LiveState, by source: LiveSource) throws(APIError) -> LiveState {
        guard state != .held || !source.isAutomatic else { throw .held }
        guard state != .ended else { throw .ended }
        return state == .ready ? .running : state
    }
}
