-- compatible since: 0022
-- When the job of this lease runs next, in whatever process; null: it is due. Release 0026 and older run it by their own
-- timers as before.
alter table leases add column next_at timestamptz;
