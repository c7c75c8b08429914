/// Shortens a failing sequence by removing steps while the sequence still fails.
public enum SequenceShrinker {
    /// Returns the shortest sequence found that breaks an invariant.
    public static func shrink(_ steps: [SequenceStep]) -> [SequenceStep] {
        shrink(steps) { steps in
            var check = SequenceCheck()
            return check.violation(in: steps) != nil
        }
    }

    public static func shrink(_ steps: [SequenceStep], while fails: ([SequenceStep]) -> Bool) -> [SequenceStep] {
        var steps = steps
        var size = max(1, steps.count / 2)
        while true {
            var start = 0
            var isShorter = false
            while start < steps.count {
                var shorter = steps
                shorter.removeSubrange(start..<min(start + size, steps.count))
                if fails(shorter) {
                    (steps, isShorter) = (shorter, true)
                } else {
                    start += size
                }
            }
            if size == 1, !isShorter { return steps }
            size = max(1, size / 2)
        }
    }
}
