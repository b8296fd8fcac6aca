-- compatible since: 0066
-- Waiting work is put off by its claim, in all tables in the same way (platform/jobs/due-work.ts).
alter table order_mails add column attempts integer not null default 0;
-- Null: no attempt was made yet, or the last one succeeded.
alter table price_changes add column next_attempt_at timestamptz, add column attempts integer not null default 0;
alter table orders add column end_again_at timestamptz, add column end_attempts integer not null default 0;
