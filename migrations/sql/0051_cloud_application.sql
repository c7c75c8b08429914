-- Why: SoundCloud allows one redirect address and 15,000 streams a day for each application. A tenant may have an application of its own; all
-- others share that of the installation.

create table app.cloud_application (
    tenant_id     integer not null default app.tenant_id(),
    client_id     text not null check (length(client_id) between 1 and 200),
    -- Sealed with the key of the installation.
    client_secret bytea not null check (octet_length(client_secret) <= 1024),
    changed_at    timestamptz not null default now(),
    primary key (tenant_id)
);
