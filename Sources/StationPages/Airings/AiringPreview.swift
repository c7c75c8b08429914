import Radio
import Web

/// A preview of the effects of a broadcast's actual times on it and on later broadcasts, with the form that confirms these changes.
struct AiringPreview: Sendable {
    let times: ActualTimes
    /// The changes by time, the edited broadcast first.
    let changes: [Change]

    struct Change: Sendable {
        let entry: WeekEntry
        /// The new times in milliseconds since 1970.
        let period: Range<Int64>
    }

    func html(_ pageContext: AiringPageContext, _ context: RequestContext) -> HTML {
        let table = DataTable(
            "Changes", columns: ["Broadcast", "Current time", "New time"],
            rows: changes.map { change in
                let old = change.entry.airing.period
                return [
                    "<strong>\(change.entry.title)</strong>\(change.entry.detail.isEmpty ? "" : change.entry.detail)",
                    "\(pageContext.clock.text(old))",
                    "\(pageContext.clock.text(change.period))<span class=\"faint\">\(length(old, change.period))</span>",
                ]
            })
        guard !changes.isEmpty else {
            return "<p class=\"notice\" role=\"status\">With these actual times, no broadcast would change.</p>"
        }
        return """
            <section class="notice" aria-labelledby="preview"><h2 id="preview">Confirm the changes</h2>
            \(table.html)
            <form method="post" action="\(pageContext.path)/actual-times">\(context.caller?.csrfField)\
            <input type="hidden" name="revision" value="\(pageContext.airing.revision)">\
            <input type="hidden" name="confirmed" value="1">\
            \(hidden("startsAt", times.startsAt))\(hidden("endsAt", times.endsAt))
            <p><button>Save actual times</button> <a class="button quiet" href="\(pageContext.path)">Cancel</a></p></form></section>
            """
    }

    private func length(_ old: Range<Int64>, _ new: Range<Int64>) -> HTML {
        let (was, will) = (old.upperBound - old.lowerBound, new.upperBound - new.lowerBound)
        return was == will ? "\(TimeTexts.length(will))" : "\(TimeTexts.length(will)) (\(TimeTexts.shift(will - was)))"
    }

    private func hidden(_ name: String, _ instant: Instant?) -> HTML? {
        instant.map { "<input type=\"hidden\" name=\"\(name)\" value=\"\($0.description)\">" }
    }
}
