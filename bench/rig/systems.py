"""The systems that are compared: the product, its HTTP module alone, and the anchors."""

import getpass
import json
import os
import pathlib
import shutil
import subprocess
import time

from . import machine
from .server import HOST, PIECES, Absent, Server, output, program

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
RELEASE = ROOT / ".build" / "release"
ANCHORS = ROOT / "bench" / "anchors"


def built(path):
    if not path.exists():
        raise Absent(f"{path.relative_to(ROOT)} is not built")
    return path


class Product(Server):
    """`tutti run` as an operator starts it: tenants, routes, access log at `info` to a file, metrics, packet sender."""

    name = "tutti"
    logs = True

    def __init__(self, scratch, concert, settings=()):
        super().__init__(scratch)
        # "TUTTI_…=…" besides what a benchmark needs.
        self.settings = dict(setting.split("=", 1) for setting in settings)
        # A folder of concert programmes and a glossary, or None for the demo.
        self.concert = concert
        self.tenant = "hall" if concert else "demo"
        self.data_path = None
        self.reading_path = None
        self.is_furnished = False
        commit = output("git", "-C", ROOT, "describe", "--always", "--dirty").strip()
        self.version = " ".join([commit, *settings])

    def paths(self):
        paths = {"small": (PIECES, {})}
        if self.data_path:
            paths["big"] = (self.data_path, {})
            paths["concert"] = ("/api/v1/concert", {})
            paths["piece"] = (self.piece_path(), {})
        if self.is_furnished:
            paths["session"] = ("/", {"Authorization": f"Bearer {self.token}"})
        return paths

    def piece_path(self):
        """The JSON of the piece whose document is nearest to the one that `big` asks for."""
        if not self.reading_path:
            wanted = len(self.ask(self.data_path)[2])
            concert = json.loads(self.ask("/api/v1/concert")[2])
            paths = [piece["url"] for piece in concert["pieces"]]
            self.reading_path = min(paths, key=lambda path: abs(len(self.ask(path)[2]) - wanted))
        return self.reading_path

    @property
    def environment(self):
        return {
            "TUTTI_HTTP": f"127.0.0.1:{self.port}", "TUTTI_ADMIN": f"127.0.0.1:{self.admin}",
            "TUTTI_DATA_DIR": str(self.folder / "data"), "TUTTI_DEFAULT_TENANT": self.tenant,
            "TUTTI_MULTICAST_PORT": str(self.admin), "TUTTI_LOG_LEVEL": "info", "TUTTI_LOG_FORMAT": "json",
            # Counted as for everybody, and never reached: one address asks for all.
            **{f"TUTTI_RATE_{who}": "1000000:1000000" for who in ("ADDRESS", "ACCOUNT", "TENANT")},
            **self.settings,
        }

    def command(self, *words):
        return output(
            built(RELEASE / "tutti"), *words, env={**os.environ, **self.environment}, stdin=subprocess.DEVNULL)

    def launch(self):
        self.admin = machine.free_port()
        (self.folder / "log").write_bytes(b"")
        demo = ["--no-demo"] if self.concert else []
        process = self.spawn(built(RELEASE / "tutti"), "run", *demo, environment=self.environment)
        limit = time.monotonic() + 120
        while b"\nready\n" not in b"\n" + (self.folder / "log").read_bytes():
            if process.poll() is not None or time.monotonic() > limit:
                raise Absent(f"it did not become ready: {self.log()}")
            time.sleep(0.1)
        if not self.is_furnished:
            self._furnish()

    def _furnish(self):
        if self.concert:
            self.command("tenant", "add", self.tenant, "--name", "The Hall", "--host", HOST)
            self.command("import", "glossary", str(self.concert / "glossary.tsv"), "--tenant", self.tenant)
            # All programmes; on the air is the one with the longest piece, which comes nearest to the document wanted.
            programmes = sorted((path.parent for path in self.concert.glob("*/programme.json")), key=longest_piece)
            for folder in programmes:
                activate = ["--activate"] if folder == programmes[-1] else []
                self.command("import", "concert", str(folder), "--tenant", self.tenant, *activate)
        else:
            self.command("tenant", "host", "add", self.tenant, HOST)
        self.command("user", "add", "--tenant", self.tenant, "--login", "bench", "--role", "listener")
        self.token = self.command("token", "create", "--tenant", self.tenant, "--login", "bench").strip()
        self.is_furnished = True

    def conninfo(self):
        """Its private PostgreSQL, with the role that row-level security restricts."""
        folder, port = self.command("psql", "--", "-c", "\\echo :HOST :PORT").split()[-2:]
        return f"host='{folder}' port={port} user=app_rt dbname=tutti"



class Probe(Server):
    """The HTTP module alone: no tenant, log or metrics; a text of 3 bytes."""

    name = "http-probe"

    def paths(self):
        return {"small": ("/healthz", {}), "async": ("/async", {})}

    def launch(self):
        self.version = "the same"
        self.spawn(built(RELEASE / "http-probe"), "127.0.0.1", self.port)


class PiecesFromDatabase(Server):
    """The product's modules with one route that queries PostgreSQL, under row-level security, for every request."""

    name = "from-database"
    logs = True

    def __init__(self, scratch, product):
        super().__init__(scratch)
        self.product = product
        self.version = "the same"

    def paths(self):
        return {"small": (PIECES, {})}

    def launch(self):
        self.spawn(
            built(RELEASE / "pieces-from-database"), "127.0.0.1", self.port,
            self.product.conninfo())

    @property
    def roots(self):
        # PostgreSQL's work is part of the price; what the product itself does meanwhile (packets) is counted too.
        return super().roots + self.product.roots

    def before_sample(self):
        # The product may have been started anew meanwhile, and its database with it.
        self.await_answer(PIECES)
        super().before_sample()


class Nginx(Server):
    """Static files of the same bytes."""

    name = "nginx"

    def __init__(self, scratch, content):
        super().__init__(scratch)
        self.content = content
        self.binary = program("nginx")
        self.version = output(self.binary, "-v").strip().removeprefix("nginx version: ")

    def paths(self):
        return {"small": (PIECES, {}), "big": (self.content.data_path, {})}

    def launch(self):
        descriptors = hard_descriptor_limit()
        fill(
            ANCHORS / "nginx" / "nginx.conf", self.folder / "nginx.conf", CORES=machine.cores(), RUN=self.folder,
            FILES=descriptors, CONNECTIONS=descriptors - 500, PORT=self.port, ROOT=self.content.folder,
            PIECES_TYPE=self.content.pieces_type, DATA_TYPE=self.content.data_type)
        self.spawn(
            self.binary, "-p", self.folder, "-c", self.folder / "nginx.conf", "-e", self.folder / "error.log")


class Hummingbird(Server):
    """Hummingbird from memory."""

    name = "hummingbird"
    folder_of_package = ANCHORS / "hummingbird-anchor"

    def __init__(self, scratch, content):
        super().__init__(scratch)
        self.content = content
        self.version = "2.28.1"

    def paths(self):
        return {"small": (PIECES, {}), "big": (self.content.data_path, {})}

    def launch(self):
        self.spawn(
            built(self.folder_of_package / ".build/release/hummingbird-anchor"), "127.0.0.1", self.port,
            self.content.folder)


class Lamp(Server):
    """Apache prefork, mod_php and MariaDB with the pages of the server that the product replaces."""

    name = "lamp"

    def __init__(self, scratch, content, shared):
        super().__init__(scratch)
        self.content = content
        self.pages = shared / "rigs" / "perf" / "lamp"
        if not self.pages.is_dir():
            raise Absent(f"there is no {self.pages}")
        self.apache, self.mariadb = program("apache2"), program("mariadbd")
        self.modules = pathlib.Path("/usr/lib/apache2/modules")
        self.php = next(self.modules.glob("libphp*.so"), None)
        if self.php is None:
            raise Absent("Apache has no PHP module")
        self.version = ", ".join([
            output(self.apache, "-v").split("Server version: ")[1].split()[0],
            "PHP " + output(program("php"), "-r", "echo PHP_VERSION;"),
            "MariaDB " + output(self.mariadb, "--version").split("Ver ")[1].split("-")[0],
        ])

    def paths(self):
        return {"small": (PIECES, {}), "big": ("/getData.php?database1=p0", {})}

    def launch(self):
        socket = self._start_database()
        root = self.folder / "pages"
        if not root.exists():
            root.mkdir()
            for page in self.pages.glob("*.php"):
                shutil.copy(page, root)
                (root / page.name).chmod(0o644)
        fill(
            self.pages / "apache2.conf.tmpl", self.folder / "apache2.conf", RUN=self.folder, ROOT=root,
            PORT=self.port, MODS=self.modules)
        configuration = (self.folder / "apache2.conf").read_text()
        (self.folder / "apache2.conf").write_text(configuration.replace("libphp8.2.so", self.php.name))
        self.spawn(
            self.apache, "-f", self.folder / "apache2.conf", "-DFOREGROUND",
            environment={"PERF_MYSQL_SOCK": str(socket)})

    def _start_database(self):
        data, socket = self.folder / "database", self.folder / "sock"
        user = ["--user=mysql"] if os.geteuid() == 0 else []
        if not data.exists():
            data.mkdir()
            if user:
                shutil.chown(data, "mysql", "mysql")
            # Temporary files lie there too: another's TMPDIR need not be open to that user.
            output(
                program("mariadb-install-db"), "--no-defaults", *user, f"--datadir={data}", f"--tmpdir={data}",
                "--auth-root-authentication-method=normal", "--skip-test-db", cwd=self.folder)
        # The socket lies in the folder of the server's own user.
        socket = data / "sock"
        self.spawn(
            self.mariadb, "--no-defaults", *user, f"--datadir={data}", f"--tmpdir={data}", f"--socket={socket}",
            "--skip-networking",
            f"--pid-file={data}/pid",
            # In its favour: with the defaults (80 and 151) the pages' 150 processes, who connect anew for each answer,
            # are refused now and then while the doors open.
            "--back-log=1024", "--max-connections=400", log="database.log")
        client = [str(program("mariadb")), "--no-defaults", f"--socket={socket}", "--user=root"]
        limit = time.monotonic() + 60
        while subprocess.run([*client, "-e", "select 1"], capture_output=True, check=False).returncode:
            if time.monotonic() > limit:
                raise Absent(f"MariaDB does not answer: {self.log('database.log')}")
            time.sleep(0.2)
        if not (self.folder / "loaded").exists():
            rows = output(program("python3"), self.pages / "load_mysql.py", self.content.folder / "twin.xml")
            output(*client, input=rows, stdin=None)
            data.chmod(0o755)
            (self.folder / "loaded").touch()
        return socket


class Walls:
    """A separate PostgreSQL with 2,000 tenants of 20 rows under row-level security, and a role that bypasses it."""

    SCHEMA = """
        create role walled login;
        create role open login bypassrls;
        create table pieces (id integer generated always as identity primary key, tenant_id integer not null,
                             code text not null, composer text, title text, movement text, unique (tenant_id, code));
        insert into pieces (tenant_id, code, composer, title, movement)
        select t, 'p' || i, 'Composer ' || i, 'Work number ' || i, 'Mvt. ' || i
          from generate_series(1, 2000) t, generate_series(1, 20) i;
        alter table pieces enable row level security;
        alter table pieces force row level security;
        create policy wall on pieces using (tenant_id = current_setting('app.tenant_id')::integer);
        grant select on pieces to walled, open;
        vacuum analyze pieces;
    """

    def __init__(self, scratch):
        self.program = built(RELEASE / "pipelined-queries")
        self.folder = pathlib.Path(scratch) / "walls"
        self.folder.mkdir()
        binaries = self._binaries()
        self.process = None
        # initdb refuses to work for root; Debian's package has a user for it.
        self.user = {"user": "postgres", "group": "postgres", "extra_groups": []} if os.geteuid() == 0 else {}
        owner = "postgres" if self.user else getpass.getuser()
        if self.user:
            shutil.chown(self.folder, "postgres", "postgres")
        data = self.folder / "data"
        options = {"cwd": self.folder, **self.user}
        output(
            binaries / "initdb", "-D", data, "-U", owner, "-A", "trust", "--no-sync", "--no-locale", "-E", "UTF8",
            **options)
        with open(self.folder / "log", "ab") as log:
            self.process = subprocess.Popen(
                [binaries / "postgres", "-D", data, "-k", self.folder, "-c", "listen_addresses=", "-c", "jit=off",
                 "-c", "shared_buffers=128MB"],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, **options,
                # As the product's own runs (decision 0040).
                preexec_fn=lambda: os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0)))
        limit = time.monotonic() + 60
        client = [binaries / "psql", "-X", "-h", self.folder, "-U", owner, "-d", "postgres"]
        while subprocess.run([*client, "-c", "select 1"], capture_output=True, check=False, cwd="/").returncode:
            if time.monotonic() > limit:
                self.stop()
                raise Absent("PostgreSQL does not answer")
            time.sleep(0.2)
        for statement in filter(str.strip, self.SCHEMA.split(";")):
            output(*client, "-q", "-v", "ON_ERROR_STOP=1", "-c", statement, cwd="/")

    def _binaries(self):
        folders = [pathlib.Path(os.environ.get("TUTTI_PG_BIN_DIR", "/nonexistent"))]
        folders += sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin"))
        for folder in folders:
            if (folder / "initdb").exists() and (folder / "psql").exists():
                return folder
        raise Absent("there is no PostgreSQL server with psql")

    def rates(self, seconds):
        """Queries a second by way: "open", "implicit", "explicit"."""
        address = f"host='{self.folder}' dbname=postgres user="
        text = output(self.program, address + "walled", address + "open", "1", str(seconds))
        return {way: int(rate) for _, way, rate in map(str.split, text.splitlines())}

    def stop(self):
        if self.process and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait(10)


def longest_piece(programme):
    """In measures."""
    pieces = json.loads((programme / "programme.json").read_text())["pieces"]
    return max(piece.get("measures", 0) for piece in pieces)


def fill(template, target, **values):
    text = template.read_text()
    for key, value in values.items():
        text = text.replace(f"@{key}@", str(value))
    target.write_text(text)


def hard_descriptor_limit():
    return int(output("/bin/sh", "-c", "ulimit -Hn").strip().replace("unlimited", "100000"))

