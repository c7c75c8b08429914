# A PostgreSQL of its own for a benchmark, below a scratch folder, with the schema and the roles of the product; to be sourced.
# Everything is gone when the script ends. `conninfo` names it for the service's role.

bin=${TUTTI_PG_BIN_DIR:-$(ls -d /usr/lib/postgresql/*/bin | sort -V | tail -1)}
folder=$(mktemp -d "${TMPDIR:-/tmp}/radio.XXXXXX")
conninfo="host=$folder dbname=tutti user=app_rt"
psql=(psql -X -q -h "$folder" -v ON_ERROR_STOP=1)
as=()
if [ "$(id -u)" = 0 ]; then
    chown postgres "$folder"
    as=(runuser -u postgres --)
fi
trap '"${as[@]}" "$bin/pg_ctl" -D "$folder/data" -m immediate stop >/dev/null 2>&1 || true; rm -rf "$folder"' EXIT

# As the product's own cluster, but for what a crash would cost: nothing here is worth keeping. Further settings may follow.
control_cluster() {
    local command=$1
    shift
    "${as[@]}" "$bin/pg_ctl" "$command" -D "$folder/data" -l "$folder/log" -w -o \
        "-F -c listen_addresses='' -c unix_socket_directories=$folder -c jit=off -c shared_buffers=128MB -c synchronous_commit=off -c max_wal_size=4GB $*" \
        >/dev/null
}

restart_cluster() { control_cluster restart "$@"; }

make_cluster() {
    "${as[@]}" "$bin/initdb" -D "$folder/data" -U postgres -E UTF8 --locale=C.UTF-8 -A trust --no-sync >/dev/null
    control_cluster start
    "${psql[@]}" -U postgres -d postgres -f "$root/deploy/postgres/roles.sql" >/dev/null
    for file in "$root"/migrations/sql/*.sql; do
        "${psql[@]}" -U app_owner -d tutti -1 -f "$file" >/dev/null
    done
}

# make_tenant SLUG
make_tenant() {
    "${psql[@]}" -U postgres -d tutti -c "insert into control.tenant (slug, name, locale) values ('$1', 'Scale', 'cs')"
}
