-- Why: an episode counts as heard after 95 percent (spec R67). A tenant that ever changed another setting has the former
-- default of 100 stored without having chosen it.

alter table app.tenant_profile alter column completion_percent set default 95;

-- The wall shows the owner one tenant's row at a time.
do $$
declare
    v_tenant integer;
begin
    for v_tenant in select tenant_id from control.tenant loop
        perform set_config('app.tenant_id', v_tenant::text, true);
        update app.tenant_profile
           set completion_percent = 95, revision = revision + 1, updated_at = now()
         where tenant_id = v_tenant
           and completion_percent = 100;
    end loop;
    perform set_config('app.tenant_id', '', true);
end
$$;
