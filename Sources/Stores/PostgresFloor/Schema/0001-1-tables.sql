-- Edition 1: roles and tables.

-- Roles belong to all databases of a server: another one may be initialized at the same time.
do $$
declare
  v_role text;
begin
  foreach v_role in array array['lend_owner', 'lend_keeper', 'lend_borrower', 'lend_viewer'] loop
    begin
      if not exists (select from pg_roles where rolname = v_role) then
        execute format('create role %I nologin', v_role);
      end if;
    exception when duplicate_object or unique_violation then null;
    end;
  end loop;
  -- What a viewer may do, a borrower may do; what a borrower may do, a keeper may do.
  for attempt in 1..20 loop
    begin
      if not pg_has_role('lend_keeper', 'lend_borrower', 'member') then
        grant lend_borrower to lend_keeper;
      end if;
      if not pg_has_role('lend_borrower', 'lend_viewer', 'member') then
        grant lend_viewer to lend_borrower;
      end if;
      exit;
    exception when unique_violation or internal_error then perform pg_sleep(0.05);
    end;
  end loop;
end $$;

-- A role that may create roles is not a member of those that it creates.
do $$
begin
  if current_setting('is_superuser') = 'off' and not pg_has_role(
    'lend_owner',
    case when current_setting('server_version_num')::int < 160000 then 'member' else 'set' end)
  then
    execute format('grant lend_owner to %I', current_user);
  end if;
end $$;

create schema lend authorization lend_owner;
set local role lend_owner;
set local search_path = pg_catalog, lend, pg_temp;

create table lend.edition (
  number int not null,
  upgraded_at timestamptz not null default clock_timestamp()
);
insert into lend.edition (number) values (1);

-- The server's process, the database and the table that last gave out fences, and their epoch: one
-- row. A restored copy differs in one of the three.
create table lend.place (
  is_only boolean primary key default true check (is_only),
  started timestamptz not null,
  database oid not null,
  relation oid not null,
  epoch bigint not null check (epoch between 1 and 8388607)
);

-- Durations and instants are microseconds.
create table lend.pool (
  id int generated always as identity primary key,
  name text not null unique,
  time_to_live bigint not null,
  margin bigint,
  grace bigint,
  maximum_hold bigint,
  on_expiry text not null check (on_expiry in ('lend-again', 'quarantine')),
  ageing bigint not null,
  -- How many entries of the log are kept.
  log_length bigint not null,
  -- A sequence that holds when the last request joined. Rows that each request would write grow
  -- long chains of versions while another transaction holds an old snapshot.
  joined regclass not null,
  -- A sequence that holds the number of the last entry of the log.
  noted regclass not null,
  -- A sequence that holds the server's clock when the pool was last used; and, if its value is
  -- still `jumped_at`, the clock after a jump.
  seen regclass not null,
  jumped_at bigint,
  seen_after_jump bigint,
  -- How far the server's clock is ahead of the pool's: the sum of its jumps.
  clock_ahead bigint not null default 0
);

create sequence lend.ticket;
create sequence lend.fence maxvalue 1099511627775;

-- The tables that each request writes have no checks and few indexes: both are prepared again for
-- each statement. Only functions write them.
create table lend.resource (
  id int generated always as identity primary key,
  pool int not null references lend.pool,
  name text not null,
  labels text[] not null,
  payload bytea not null,
  token uuid not null,
  -- free, lent, quarantined, retired
  state "char" not null default 'f',
  on_return "char" not null default 'f',
  reason text,
  shows text,
  freed_at bigint not null,
  request uuid,
  want int not null default 0,
  preferred boolean not null default false,
  unique (pool, name)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05);
create index resource_free on lend.resource (pool, freed_at, id) where state = 'f';
create index resource_shows on lend.resource (pool, shows, freed_at, id)
  where state = 'f' and shows is not null;

-- Distinct sets of labels that were wanted, and which resources have them.
create table lend.label_set (
  id int generated always as identity primary key,
  pool int not null references lend.pool,
  labels text[] not null,
  hash bigint not null
);
create index label_set_hash on lend.label_set (pool, hash);
create table lend.fits (
  label_set int not null references lend.label_set on delete cascade,
  resource int not null references lend.resource,
  primary key (label_set, resource)
);
create index fits_resource on lend.fits (resource, label_set);

-- A kind of request is the label set of each resource that it wants.
create table lend.kind (
  id int generated always as identity primary key,
  pool int not null references lend.pool,
  label_sets int[] not null
);
create index kind_label_sets on lend.kind (pool, label_sets);
create table lend.kind_set (
  label_set int not null references lend.label_set,
  kind int not null references lend.kind on delete cascade,
  primary key (label_set, kind)
);
create index kind_set_kind on lend.kind_set (kind);

-- A shape of request is a kind as it was written: the labels and the count of each want.
create table lend.shape (
  id int generated always as identity primary key,
  pool int not null references lend.pool,
  text text not null,
  hash bigint not null,
  kind int not null references lend.kind,
  -- The index of the want of each resource, from 0.
  want_of int[] not null,
  wants int not null,
  used_at bigint not null
);
create index shape_hash on lend.shape (pool, hash);
create index shape_used on lend.shape (pool, used_at);
create index shape_kind on lend.shape (kind);

create table lend.session (
  pool int not null references lend.pool,
  id uuid not null,
  -- The role that has logged in: only it can act for the session.
  role name not null,
  host text not null,
  process int not null,
  job text not null,
  present_until bigint not null,
  primary key (pool, id)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05);
create index session_present on lend.session (pool, present_until);

create table lend.request (
  pool int not null,
  id uuid not null,
  session uuid not null,
  role name not null,
  shape int,
  kind int,
  preferring text[] not null default '{}',
  priority int not null default 0,
  several boolean not null default false,
  rank bigint not null default 0,
  ticket bigint not null default 0,
  -- waiting, granted, ended
  state "char" not null,
  joined_at bigint not null,
  fence bigint,
  granted_at bigint not null default 0,
  lease_ends_at bigint not null default 0,
  -- The resources that it still holds.
  held int[] not null default '{}',
  revoked text,
  ended_at bigint not null default 0,
  end_word text,
  end_reason text,
  primary key (pool, id)
) with (fillfactor = 60, autovacuum_vacuum_scale_factor = 0.02);
create index request_line on lend.request (kind, rank, ticket) where state = 'w';
create index request_waiting on lend.request (pool, several, rank, ticket) where state = 'w';
create index request_lease on lend.request (pool, lease_ends_at, ticket) where state = 'g';
create index request_session on lend.request (pool, session) where state <> 'e';
create index request_ended on lend.request (pool, ended_at) where state = 'e';

create table lend.event (
  pool int not null,
  number bigint not null,
  time bigint not null,
  kind text not null,
  resource text,
  request uuid,
  fence bigint,
  detail text,
  primary key (pool, number)
);

-- How many entries of each kind the log of a pool had up to a number.
create table lend.tally (
  pool int primary key references lend.pool,
  up_to bigint not null default 0,
  entries jsonb not null default '{}'
);
