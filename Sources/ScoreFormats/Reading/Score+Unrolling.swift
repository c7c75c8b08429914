extension Score {
    /// Returns the measures as heard, with repeats, endings and jumps written out (spec I12). Throws `ScoreFault` of the kind `form` for more than
    /// `limit` measures, since nested repeats multiply the number.
    public func unrolled(limit: Int = ScoreLimits().heard) throws(ScoreFault) -> [HeardMeasure] {
        let indices = try order(limit: limit)
        let durations = TempoMap(measures).durations
        var passes = [Int](repeating: 0, count: measures.count)
        var start = 0.0
        var seconds = durations.map { _ in 0.0 }
        var heard: [HeardMeasure] = []
        heard.reserveCapacity(indices.count)
        for index in indices {
            passes[index] += 1
            heard.append(
                HeardMeasure(
                    count: heard.count + 1, written: index, number: measures[index].number, pass: passes[index],
                    start: start, seconds: seconds))
            start += measures[index].length
            if let durations { seconds = (seconds ?? 0) + durations[index] }
        }
        return heard
    }

    private func order(limit: Int) throws(ScoreFault) -> [Int] {
        do throws(FormPlayer.TooLong) {
            switch order {
            case .marks: return try FormPlayer.order(of: measures.map(\.marks), limit: limit)
            case .successors(let next): return try SuccessorPlayer.order(of: next, limit: limit)
            }
        } catch {
            let measure = measures[error.measure]
            let remedy =
                switch order {
                case .marks: "check the repeat signs, their times and the jumps"
                case .successors: "check the member next of its measures"
                }
            throw ScoreFault(
                .form, "played with its repeats, the score must have at most \(limit) measures; \(remedy)",
                line: measure.line, measure: measure.number)
        }
    }
}
