import Foundation
import Logging
import TestSupport
import Testing

@testable import App

/// Tests that a disabled tenant loses its open streams, even while the database fails.
struct DisabledTenantTests {
    @Test(.timeLimit(.minutes(30))) func aTenantDisabledWhileTheDatabaseFailsLosesItsStreams() async throws {
        try await WallStage.with { stage in
            try await WallServer.with(stage) { server in
                let following = Task {
                    await stage.wiring.follow(stage.installation.addresses.listen)
                }
                defer { following.cancel() }
                let ofA = try EventReader(port: server.server.port, host: stage.a.host)
                let ofB = try EventReader(port: server.server.port, host: stage.b.host)
                _ = try await ofA.text(upTo: "\n\n")
                _ = try await ofB.text(upTo: "\n\n")
                // The query after the notification fails. The failures are counted outside of the transaction, because the transaction is rolled
                // back.
                try await stage.database.sql(
                    """
                    create sequence public.asked;
                    alter function control.active_tenants() rename to active_tenants_away;
                    do $do$
                    begin
                        execute format(
                            $sql$
                            create function control.active_tenants() returns %s language plpgsql security definer as $$
                            begin
                                perform nextval('public.asked');
                                raise exception 'away';
                            end
                            $$
                            $sql$, pg_get_function_result('control.active_tenants_away()'::regprocedure));
                    end
                    $do$;
                    grant execute on function control.active_tenants() to app_rt;
                    begin;
                    update control.tenant set active = false where slug = '\(stage.a.tenant.slug)';
                    select pg_notify('tutti', '\(stage.a.tenant.id),tenant,0');
                    commit;
                    """)
                let isAsked = try await eventually(within: .seconds(600)) {
                    try await stage.database.sql("select is_called from public.asked;") == "t"
                }
                #expect(isAsked)
                try await stage.database.sql(
                    """
                    drop function control.active_tenants();
                    alter function control.active_tenants_away() rename to active_tenants;
                    """)
                while try await !ofA.text(upTo: "\n\n").isEmpty {}
                let answer = await server.client(of: stage.b).exchange("GET", "/api/v1/live")
                #expect(answer?.status == 200, "the stream of the other tenant continues")
            }
        }
    }
}
