"""The printed tables, for a terminal and for documents."""

from .workloads import THROUGHPUT, Doors, Idle, Streams

BASE = "hummingbird"


def table(heading, rows, left=1):
    """A Markdown table with columns of equal width; the first columns are words, the others numbers."""
    widths = [max(len(str(row[i])) for row in [heading, *rows]) for i in range(len(heading))]

    def line(cells):
        padded = [
            str(cell).ljust(width) if i < left else str(cell).rjust(width)
            for i, (cell, width) in enumerate(zip(cells, widths))]
        return "| " + " | ".join(padded) + " |"

    rule = "| " + " | ".join("-" * width if i < left else "-" * (width - 1) + ":" for i, width in enumerate(widths)) + " |"
    return "\n".join([line(heading), rule, *map(line, rows)])


def number(value):
    if value is None:
        return "-"
    if abs(value) >= 1000:
        return f"{value:,.0f}"
    if abs(value) >= 100:
        return f"{value:.0f}"
    return f"{value:.1f}" if abs(value) >= 10 else f"{value:.2f}"


def share(value):
    return "-" if value is None else f"{value * 100:.0f} %"


def faults(errors):
    return ", ".join(f"{name} {count}" for name, count in sorted(errors.items())) or "0"


def matrix(results, servers):
    """The form of spec H6: systems across, workloads down."""
    rows = []
    for workload in THROUGHPUT:
        if not any(results.has(workload.name, server.name) for server in servers):
            continue
        cells = [workload.title]
        for server in servers:
            rps = results.median(workload.name, server.name, "rps")
            if rps is None:
                cells.append("-")
                continue
            ratio = results.paired("rps", (workload.name, server.name), (workload.name, BASE))
            cpu = number(results.median(workload.name, server.name, "cpu"))
            cells.append(f"{number(ratio) + ' ' if ratio else ''}({cpu}) {rps / 1000:.1f}k")
        rows.append(cells)
    return table(["workload", *(server.name for server in servers)], rows)


def throughput(results, servers):
    rows = []
    for workload in THROUGHPUT:
        for server in servers:
            rates = results.values(workload.name, server.name, "rps")
            if rates:
                ratio = results.paired("rps", (workload.name, server.name), (workload.name, BASE))
                middle = lambda key: results.median(workload.name, server.name, key)
                rows.append([
                    workload.title, server.name, number(middle("rps")), f"{number(min(rates))} - {number(max(rates))}",
                    number(ratio), number(middle("cpu")), number(middle("cores")), number(middle("p50")),
                    number(middle("p99")), share(middle("logged")), faults(results.errors(workload.name, server.name))])
    heading = ["workload", "system", "req/s", "lowest - highest", "ratio", "CPU us", "cores", "p50 ms", "p99 ms", "logged",
               "errors"]
    return table(heading, rows, left=2) if rows else ""


def others(results, servers, workloads, kind, columns):
    """A table of doors, idle connections or streams; columns: heading, key, scale."""
    rows = []
    for workload in workloads:
        if not isinstance(workload, kind):
            continue
        for server in servers:
            if results.has(workload.name, server.name):
                first = columns[0][1]
                values = [value * columns[0][2] for value in results.values(workload.name, server.name, first)]
                ratio = results.paired(first, (workload.name, server.name), (workload.name, BASE))
                rows.append([
                    workload.title, server.name,
                    *(number(results.median(workload.name, server.name, key) * scale) for _, key, scale in columns),
                    f"{number(min(values))} - {number(max(values))}", number(ratio),
                    faults(results.errors(workload.name, server.name))])
    heading = ["workload", "system", *(title for title, _, _ in columns), "lowest - highest", "ratio", "errors"]
    return table(heading, rows, left=2) if rows else ""


DOORS = [("last phone ms", "last", 1), ("median ms", "median", 1), ("first answer ms", "first answer", 1),
         ("CPU us/phone", "cpu", 1), ("client's us", "client cpu", 1)]
IDLE = [("bytes each", "bytes", 1), ("opened in ms", "opened", 1), ("resident MB", "resident", 1e-6)]
STREAMS = [("last receipt ms", "median", 1), ("worst ms", "worst", 1), ("CPU us/delivery", "cpu", 1),
           ("client's us", "client cpu", 1), ("resident MB", "resident", 1e-6), ("events not by all", "incomplete", 1)]


def walls(results):
    rows = []
    for way, title in (("open", "without RLS"), ("implicit", "RLS, implicit transaction"),
                       ("explicit", "RLS, BEGIN … COMMIT")):
        rates = results.values("walls", way, "rps")
        if rates:
            rows.append([title, number(results.median("walls", way, "rps")), f"{number(min(rates))} - {number(max(rates))}",
                         number(results.paired("rps", ("walls", way), ("walls", "open")))])
    return table(["pipelined queries", "a second", "lowest - highest", "ratio"], rows) if rows else ""


def judged(bounds, is_selection):
    """Every limit; with selected workloads or systems only the limits that they measure."""
    rows = []
    for bound in bounds:
        if is_selection and bound["held"] is None:
            continue
        word = {True: "held", False: "NOT HELD", None: "not measured"}[bound["held"]]
        spread = "-" if bound["held"] is None else f"{number(bound['lowest'])} - {number(bound['highest'])}"
        rows.append([bound["against"], bound["what"], bound["target"], number(bound["measured"]), spread, word])
    held, measured = (sum(bound["held"] in kinds for bound in bounds) for kinds in ((True,), (True, False)))
    return table(["against", "what", "target", "measured", "lowest - highest", "verdict"], rows, left=2) + (
        f"\n\n{held} of {measured} held" + (f", {len(bounds) - measured} not measured" if measured < len(bounds) else ""))


def everything(facts, results, servers, workloads, floors, goals, is_selection):
    parts = [
        ("Requests: ratio to Hummingbird, (CPU us a request), requests a second", matrix(results, servers)),
        ("The same in full", throughput(results, servers)),
        ("Doors open: every phone connects at once, asks for the text, then for the document, and leaves",
         others(results, servers, workloads, Doors, DOORS)),
        ("Idle connections after one answer: growth of resident memory",
         others(results, servers, workloads, Idle, IDLE)),
        ("Event streams, 120 bytes each 250 ms: from publication to the last receipt",
         others(results, servers, workloads, Streams, STREAMS)),
        ("What the wall costs", walls(results)),
        ("Floors (spec H7)", judged(floors, is_selection)),
        ("Goals beyond them", judged(goals, is_selection)),
    ]
    lines = [f"{name}: {value}" for name, value in facts]
    for title, text in parts:
        if text:
            lines += ["", f"## {title}", "", text]
    lines += ["", *(f"note: {note}" for note in results.notes)]
    return "\n".join(lines)
