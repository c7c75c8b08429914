-- Why: who may change the columns of 0013. And a rule may be taken away without what it brought: its airings keep their
-- identity and their cuts and let go of the rule (decision 0025).

grant update (is_shifted, rule_id, slot_date) on app.airing to app_rt;
grant update (is_live, is_repeat) on app.schedule_exception to app_rt;
