"""The workloads: the rows of spec H6, and those that H7 needs in addition."""

from . import load

CLOSE = {"Connection": "close"}
GZIP = {"Accept-Encoding": "gzip"}


class Throughput:
    """wrk on one kind of content."""

    def __init__(self, name, title, kind, connections, systems=None, fields=None, depth=0):
        self.name, self.title = name, title
        self.kind, self.connections, self.fields, self.depth = kind, connections, fields or {}, depth
        # Which systems take part; every one that has the content when None.
        self.systems = systems

    def takes(self, server):
        return self.kind in server.paths() and (self.systems is None or server.name in self.systems)

    def sample(self, server, options):
        path, fields = server.paths()[self.kind]
        return load.wrk(server, path, {**fields, **self.fields}, self.connections, options.seconds, self.depth)


class Doors:
    systems = ("tutti", "nginx", "hummingbird", "lamp")

    def __init__(self, phones):
        self.name, self.title, self.phones = f"doors{phones}", f"doors open, {phones:,} phones", phones

    def takes(self, server):
        return server.name in self.systems

    def sample(self, server, options):
        paths = server.paths()
        return load.doors(server, paths["small"][0], paths["big"][0], self.phones)


class Idle:
    systems = ("tutti", "nginx", "hummingbird")

    def __init__(self, connections):
        self.name, self.title = f"idle{connections}", f"{connections:,} idle connections"
        self.connections = connections

    def takes(self, server):
        return server.name in self.systems

    def sample(self, server, options):
        return load.idle(server, server.paths()["small"][0], self.connections)


class Streams:
    systems = ("http-probe", "hummingbird")

    def __init__(self, count):
        self.name, self.title, self.count = f"streams{count}", f"{count:,} event streams", count

    def takes(self, server):
        return server.name in self.systems

    def sample(self, server, options):
        return load.streams(server, "/sse", self.count, options.stream_seconds)


KEPT = ("tutti", "http-probe", "nginx", "hummingbird", "lamp")

THROUGHPUT = [
    Throughput("small64", "small, c64 keep-alive", "small", 64, KEPT),
    Throughput("small512", "small, c512", "small", 512, KEPT),
    Throughput("big64", "document, c64", "big", 64, KEPT),
    Throughput("gzip64", "document, gzip accepted, c64", "big", 64, KEPT, GZIP),
    Throughput("concert64", "the concert as JSON, c64", "concert", 64),
    Throughput("piece64", "a piece as JSON, c64", "piece", 64),
    Throughput("piecegzip64", "a piece as JSON, gzip accepted, c64", "piece", 64, fields=GZIP),
    Throughput("close64", "Connection: close, c64", "small", 64, KEPT, CLOSE),
    Throughput("close512", "Connection: close, c512", "small", 512, KEPT, CLOSE),
    Throughput("pipelined64", "pipelined x16, c64", "small", 64, KEPT, depth=16),
    Throughput("small1", "one connection (c1)", "small", 1, KEPT),
    Throughput("small8", "c8", "small", 8, KEPT),
    # The anchor's rows of the same name and connections are its small64, small512 and close64: it always asks.
    Throughput("database64", "text from the database, c64", "small", 64, ("from-database",)),
    Throughput("database512", "text from the database, c512", "small", 512, ("from-database",)),
    Throughput("databaseclose64", "text from the database, close c64", "small", 64, ("from-database",), CLOSE),
    Throughput("session64", "page with a session looked up, c64", "session", 64),
    Throughput("sessionclose64", "page with a session looked up, close c64", "session", 64, fields=CLOSE),
    Throughput("plainhandler64", "from memory, pipelined x16, c64", "small", 64, ("http-probe",), depth=16),
    Throughput("async64", "async handler, pipelined x16, c64", "async", 64, depth=16),
]
OTHERS = [Doors(3_000), Doors(10_000), Idle(8_000), Idle(10_000), Streams(5_000), Streams(9_000)]
ALL = THROUGHPUT + OTHERS
# Not a workload of a server: what the wall costs in the database client.
WALLS = "walls"
NAMES = [workload.name for workload in ALL] + [WALLS]
