-- Every notice for the administrators looks for them, and every minute the payments that ended are looked through.
create index users_admins on users (id) where is_admin;
create index payment_attempts_ended on payment_attempts (expires_at)
  where status in ('GAGAL', 'KADALUARSA', 'DIBATALKAN');
