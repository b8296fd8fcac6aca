-- The shop counts in days of Jakarta. Both functions are inlined by the planner, so that they cost what they spell out.
create function jakarta_day(moment timestamptz) returns date
  language sql immutable parallel safe
  return (moment at time zone 'Asia/Jakarta')::date;

-- The moment at which the day begins.
create function jakarta_midnight(day date) returns timestamptz
  language sql immutable parallel safe
  return day::timestamp at time zone 'Asia/Jakarta';

create or replace function reopen_sales_days() returns trigger language plpgsql as $$
declare
  placed_on date := jakarta_day(new.order_time);
begin
  if exists (select from sales_days where day >= placed_on) then
    delete from sales_days where day >= placed_on;
  end if;
  return null;
end $$;
