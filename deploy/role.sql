-- The role and the database of the shop on a PostgreSQL of your own, 15 or newer, with ICU. As a superuser:
--   psql -v password="'a long password'" -f deploy/role.sql
-- The role owns its database and nothing else. It creates and changes the tables itself when a release is started.
create role toko login password :password nosuperuser nocreatedb nocreaterole noinherit connection limit 40;
-- UTF8 and C: searches and sorting bring their own rules, so that they are the same on every server.
create database toko owner toko template template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C';
revoke all on database toko from public;
\connect toko
revoke all on schema public from public;
grant all on schema public to toko;
-- Searches are fast with it. The owner of a database may create it since PostgreSQL 13; here it is done in any case.
create extension if not exists pg_trgm;
