-- Edition 1 of the schema that lists follow. Each statement stands between two lines of dashes,
-- because the program sends one after the other in one transaction.
create schema stagecraft
----
create table stagecraft.edition (
  number int not null,
  -- How many entries the log keeps.
  log_length bigint not null default 100000
)
----
insert into stagecraft.edition (number) values (1)
----
-- Recovery after a crash, a failover and a copy empty this table. Numbers of transactions may then
-- occur again, so that no earlier position is valid.
create unlogged table stagecraft.incarnation (id uuid not null)
----
create table stagecraft.followed (
  relation oid primary key,
  log uuid not null default pg_catalog.gen_random_uuid(),
  -- The number of the column with the key, and its name and type, which the triggers use.
  key smallint not null,
  key_name name not null,
  key_type oid not null,
  -- The function that the triggers call.
  note oid not null,
  -- The greatest transaction of which an entry was deleted.
  pruned xid8 not null default '0'
)
----
create table stagecraft.changes (
  seq bigint generated always as identity primary key,
  relation oid not null,
  xid xid8 not null default pg_catalog.pg_current_xact_id(),
  -- The key of a row as text; without one, any row may have changed.
  key text
) with (autovacuum_vacuum_scale_factor = 0.1, autovacuum_vacuum_insert_scale_factor = 1)
----
create index changes_since on stagecraft.changes (relation, xid)
----
-- Only keys of tables that the caller may read.
create view stagecraft.log_1 with (security_barrier) as
  select relation, xid, key from stagecraft.changes
  where pg_catalog.has_table_privilege(relation, 'select')
----
-- The role on whose behalf a function that runs as the owner was called.
create function stagecraft.caller() returns name
language sql stable set search_path = pg_catalog, pg_temp as $$
  select case current_setting('role') when 'none' then session_user
    else current_setting('role')::name end
$$
----
create function stagecraft.incarnate_1() returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_advisory_xact_lock(1937006945, 2);
  if not exists (select from stagecraft.incarnation) then
    insert into stagecraft.incarnation values (gen_random_uuid());
  end if;
end
$$
----
-- Deletes the oldest entries beyond the length of the log: twice as many as were added, so that the
-- log becomes shorter. Nothing waits for it: if another transaction prunes, it does nothing.
create function stagecraft.prune_1(p_count bigint default 0) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_last bigint;
begin
  if current_setting('transaction_isolation') <> 'read committed'
    or not pg_try_advisory_xact_lock(1937006945, 1)
  then
    return;
  end if;
  select max(c.seq) - (select e.log_length from stagecraft.edition e) into v_last
  from stagecraft.changes c;
  with gone as (
    delete from stagecraft.changes c
    where c.seq in (
      select o.seq from stagecraft.changes o where o.seq <= v_last
      order by o.seq limit greatest(20000, 2 * p_count))
    returning c.relation, c.xid
  ), last as (
    select distinct on (g.relation) g.relation, g.xid from gone g order by g.relation, g.xid desc
  )
  update stagecraft.followed f set pruned = greatest(f.pruned, l.xid)
  from last l where f.relation = l.relation;
end
$$
----
-- Called after entries were added: notifies, and prunes now and then.
create function stagecraft.noted(p_relation oid, p_count bigint) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_last bigint;
begin
  -- A transaction that has notified cannot be prepared. Where transactions can be, they notify only
  -- if they ask for it.
  if coalesce(
    nullif(current_setting('stagecraft.notify', true), ''),
    case current_setting('max_prepared_transactions') when '0' then 'on' else 'off' end) = 'on'
  then
    perform pg_notify('stagecraft', p_relation::text);
  end if;
  v_last := currval('stagecraft.changes_seq_seq');
  if v_last / 1024 <> (v_last - p_count) / 1024 then
    perform stagecraft.prune_1(p_count);
  end if;
end
$$
----
-- Begins the log of a table, and makes the function that its triggers call.
create function stagecraft.follow_1(p_relation oid) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_name name;
  v_number smallint;
  v_declared oid;
  v_type oid;
  v_next oid;
  v_settings text := '';
  v_body text;
begin
  -- Only an owner can choose that a trigger fires for what a subscription applies.
  if not pg_has_role(
    stagecraft.caller(), (select c.relowner from pg_class c where c.oid = p_relation), 'usage')
  then
    raise insufficient_privilege using message = format(
      'must be owner of table %s', p_relation::regclass);
  end if;
  select a.attname, a.attnum, a.atttypid into strict v_name, v_number, v_declared
  from pg_index i
  join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
  where i.indrelid = p_relation and i.indisprimary;
  v_next := v_declared;
  while v_next <> 0 loop
    v_type := v_next;
    select t.typbasetype into strict v_next from pg_type t where t.oid = v_type;
  end loop;
  -- A cast to text that a role has defined would run as the owner of this schema.
  if (select t.typnamespace from pg_type t where t.oid = v_type) <> 'pg_catalog'::regnamespace then
    raise feature_not_supported using message = format(
      'the key of %s has the type %s, which is not built in', p_relation::regclass,
      format_type(v_declared, null));
  end if;
  -- The text of the others depends on the settings of the session that writes.
  if v_type not in (16, 19, 20, 21, 23, 25, 26, 1042, 1043, 1700, 2950) then
    v_settings := $s$set datestyle = 'ISO, YMD' set intervalstyle = 'postgres'
      set timezone = 'UTC' set extra_float_digits = 1 set bytea_output = 'hex'$s$;
  end if;
  -- A cast is looked up when its statement is executed first: only for the type that was followed.
  v_body := format(
    $f$
    declare
      v_count bigint;
      v_is_known boolean;
    begin
      if tg_relid <> %4$s then return null; end if;
      v_is_known := tg_op <> 'TRUNCATE' and exists (
        select from pg_attribute a where a.attrelid = tg_relid and a.attnum = %1$s
          and a.attname = %2$L and a.atttypid = %3$s);
      if v_is_known and tg_level = 'STATEMENT' then
        if tg_op = 'DELETE' then
          v_is_known := not exists (
            select from old_rows offset (select e.log_length from stagecraft.edition e));
        else
          v_is_known := not exists (
            select from new_rows offset (select e.log_length from stagecraft.edition e));
        end if;
      end if;
      if not v_is_known then
        insert into stagecraft.changes (relation) values (tg_relid);
      elsif tg_level = 'ROW' then
        if tg_op <> 'DELETE' then
          insert into stagecraft.changes (relation, key) values (tg_relid, new.%2$I::text);
        end if;
        if tg_op <> 'INSERT' then
          insert into stagecraft.changes (relation, key) values (tg_relid, old.%2$I::text);
        end if;
      elsif tg_op = 'INSERT' then
        insert into stagecraft.changes (relation, key)
        select tg_relid, r.%2$I::text from new_rows r;
      elsif tg_op = 'UPDATE' then
        insert into stagecraft.changes (relation, key)
        select tg_relid, k.key from (
          select r.%2$I::text as key from new_rows r union select r.%2$I::text from old_rows r) k;
      else
        insert into stagecraft.changes (relation, key)
        select tg_relid, r.%2$I::text from old_rows r;
      end if;
      get diagnostics v_count = row_count;
      if v_count > 0 then perform stagecraft.noted(tg_relid, v_count); end if;
      return null;
    end
    $f$, v_number, v_name, v_declared, p_relation);
  -- Quoted as a whole: a name may contain anything.
  execute format(
    'create or replace function stagecraft.note_%s() returns trigger language plpgsql
    security definer set search_path = pg_catalog, pg_temp %s as %L',
    p_relation, v_settings, v_body);
  -- Only a role that creates a trigger needs the right, until seal_1 takes it away.
  execute format('revoke all on function stagecraft.note_%s() from public', p_relation);
  execute format(
    'grant execute on function stagecraft.note_%s() to %I', p_relation, stagecraft.caller());
  -- Entries of tables that were dropped are deleted, too.
  delete from stagecraft.changes c
  where c.relation = p_relation
    or not exists (select from pg_class r where r.oid = c.relation);
  delete from stagecraft.followed f
  where f.relation = p_relation
    or not exists (select from pg_class r where r.oid = f.relation);
  insert into stagecraft.followed (relation, key, key_name, key_type, note)
  values (p_relation, v_number, v_name, v_declared,
    format('stagecraft.note_%s', p_relation)::regproc);
end
$$
----
-- Ends the right of the caller to create triggers with the function of a table.
create function stagecraft.seal_1(p_relation oid) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  execute format(
    'revoke all on function stagecraft.note_%s() from %I', p_relation, stagecraft.caller());
end
$$
----
-- The logs that have begun, and whether the triggers are there and fit the key.
create view stagecraft.followed_1 as
  select f.relation, f.log, f.pruned,
    exists (
      select from pg_catalog.pg_index i
      join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
      where i.indrelid = f.relation and i.indisprimary and a.attnum = f.key
        and a.attname = f.key_name and a.atttypid = f.key_type)
    and (select pg_catalog.count(*) from pg_catalog.pg_trigger t
      where t.tgrelid = f.relation and t.tgfoid = f.note
        and (t.tgenabled in ('O', 'A') and t.tgname in ('stagecraft_insert',
            'stagecraft_update', 'stagecraft_delete', 'stagecraft_truncate')
          or t.tgenabled = 'R' and t.tgname = 'stagecraft_replica')) = 5 as is_intact
  from stagecraft.followed f
----
-- Takes the triggers of a table away, as the caller.
create function stagecraft.detach_1(p_relation oid) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_name name;
begin
  for v_name in
    select t.tgname from pg_trigger t where t.tgrelid = p_relation and t.tgname like 'stagecraft\_%'
  loop
    execute format('drop trigger %I on %s', v_name, p_relation::regclass);
  end loop;
end
$$
----
-- Adds the triggers to a table, as the caller.
create function stagecraft.attach_1(p_relation oid) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_table text := p_relation::regclass;
begin
  -- Another program may have added them meanwhile.
  if (select f.is_intact from stagecraft.followed_1 f where f.relation = p_relation) then
    return;
  end if;
  perform stagecraft.detach_1(p_relation);
  perform stagecraft.follow_1(p_relation);
  execute format(
    'create trigger stagecraft_insert after insert on %s referencing new table as new_rows
    for each statement execute function stagecraft.note_%s()', v_table, p_relation);
  execute format(
    'create trigger stagecraft_update after update on %s
    referencing old table as old_rows new table as new_rows
    for each statement execute function stagecraft.note_%s()', v_table, p_relation);
  execute format(
    'create trigger stagecraft_delete after delete on %s referencing old table as old_rows
    for each statement execute function stagecraft.note_%s()', v_table, p_relation);
  execute format(
    'create trigger stagecraft_truncate after truncate on %s
    for each statement execute function stagecraft.note_%s()', v_table, p_relation);
  -- Statement triggers do not fire for rows that a subscription applies.
  execute format(
    'create trigger stagecraft_replica after insert or update or delete on %s
    for each row execute function stagecraft.note_%s()', v_table, p_relation);
  execute format('alter table %s enable replica trigger stagecraft_replica', v_table);
  perform stagecraft.seal_1(p_relation);
end
$$
----
-- Ends the log of a table, and removes this schema with the last one.
create function stagecraft.forget_1(p_relation oid) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not pg_has_role(
    stagecraft.caller(), (select c.relowner from pg_class c where c.oid = p_relation), 'usage')
  then
    raise insufficient_privilege using message = format(
      'must be owner of table %s', p_relation::regclass);
  end if;
  delete from stagecraft.changes c where c.relation = p_relation;
  delete from stagecraft.followed f
  where f.relation = p_relation
    or not exists (select from pg_class r where r.oid = f.relation);
  execute format('drop function if exists stagecraft.note_%s()', p_relation);
  if not exists (select from stagecraft.followed) then
    drop schema stagecraft cascade;
  end if;
end
$$
----
create function stagecraft.remove_1(p_relation oid) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform stagecraft.detach_1(p_relation);
  perform stagecraft.forget_1(p_relation);
end
$$
----
-- Ends a transaction in which an edit has not found what it expected.
create function stagecraft.expect_1(p_edit int, p_count bigint) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if p_count <> 1 then
    raise exception using errcode = 'SC001', message = p_edit::text;
  end if;
end
$$
----
revoke all on function stagecraft.noted(oid, bigint) from public
----
grant usage on schema stagecraft to public
----
grant select on stagecraft.edition, stagecraft.incarnation, stagecraft.followed_1, stagecraft.log_1
  to public
