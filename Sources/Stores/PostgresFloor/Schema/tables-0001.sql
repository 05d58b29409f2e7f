-- Edition 1 of the schema that lists follow. Each statement stands between two lines of dashes,
-- because the program sends one after the other in one transaction.
create schema stagecraft
----
create table stagecraft.edition (
  number int not null,
  -- How long the log is: an entry counts once for each 16 keys.
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
-- One entry for each statement. Recovery after a crash empties it together with `incarnation`, so that
-- it need not be in the write-ahead log.
create unlogged table stagecraft.changes (
  seq bigint generated always as identity,
  relation oid not null,
  xid xid8 not null default pg_catalog.pg_current_xact_id(),
  -- The keys of the rows that were written or removed, as text; without them, any row may have
  -- changed.
  keys text[]
) with (autovacuum_vacuum_scale_factor = 0.1, autovacuum_vacuum_insert_scale_factor = 1)
----
-- The only index: each further one makes writes slower.
create index changes_since on stagecraft.changes (xid)
----
-- Only keys of tables that the caller may read.
create view stagecraft.log_1 with (security_barrier) as
  select relation, xid, keys from stagecraft.changes
  where pg_catalog.has_table_privilege(relation, 'select')
----
-- The role on whose behalf a function that runs as the owner was called.
create function stagecraft.caller() returns name
language sql stable set search_path = pg_catalog, pg_temp as $$
  select case current_setting('role') when 'none' then session_user
    else current_setting('role')::name end
$$
----
-- The number of a table in an advisory lock.
create function stagecraft.flag(p_relation oid) returns int
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select (p_relation::bigint - case when p_relation::bigint > 2147483647 then 4294967296 else 0 end)
    ::int
$$
----
create function stagecraft.incarnate_1() returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_advisory_xact_lock(1937006945, 2);
  if not exists (select from stagecraft.incarnation) then
    insert into stagecraft.incarnation values (gen_random_uuid());
    -- Transactions that were prepared before a crash can still commit, without their entries.
    update stagecraft.followed set pruned = greatest(
      pruned, (pg_snapshot_xmax(pg_current_snapshot())::text::bigint - 1)::text::xid8)
    where exists (select from pg_prepared_xacts p where p.database = current_database());
  end if;
end
$$
----
-- Deletes the oldest entries beyond the length of the log, of those that are first in the order of
-- transactions. Nothing waits for it: if another transaction prunes, it does nothing.
create function stagecraft.prune_1() returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if current_setting('transaction_isolation') <> 'read committed'
    or not pg_try_advisory_xact_lock(1937006945, 1)
  then
    return;
  end if;
  with gone as (
    delete from stagecraft.changes c
    where c.ctid = any (array(
      select o.row from (
        select n.ctid as row, n.seq from stagecraft.changes n order by n.xid limit 4096) o
      where o.seq <= (select s.last_value from stagecraft.changes_seq_seq s)
        - (select e.log_length from stagecraft.edition e)))
    returning c.relation, c.xid
  ), last as (
    select distinct on (g.relation) g.relation, g.xid from gone g order by g.relation, g.xid desc
  )
  update stagecraft.followed f set pruned = greatest(f.pruned, l.xid)
  from last l where f.relation = l.relation;
end
$$
----
-- Removes what was added for tables that were dropped.
create function stagecraft.clean_1() returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_relation oid;
begin
  for v_relation in
    select f.relation from stagecraft.followed f
    where not exists (select from pg_class r where r.oid = f.relation)
  loop
    execute format('drop function if exists stagecraft.note_%s()', v_relation);
    delete from stagecraft.changes c where c.relation = v_relation;
    delete from stagecraft.followed f where f.relation = v_relation;
  end loop;
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
  v_index oid;
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
  select a.attname, a.attnum, a.atttypid, i.indexrelid
  into strict v_name, v_number, v_declared, v_index
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
    v_settings := $s$set search_path = pg_catalog, pg_temp
      set datestyle = 'ISO, YMD' set intervalstyle = 'postgres' set timezone = 'UTC'
      set extra_float_digits = 1 set bytea_output = 'hex'$s$;
  end if;
  -- Names and operators are qualified: a search path of its own would take as long as the rest.
  --
  -- A cast is looked up when its statement is executed first: only for the type that was followed. A
  -- change of the type makes the index again.
  --
  -- PostgreSQL commits one transaction with a notification at a time. So writers notify only while a
  -- follower has locked 1937006946, which it does when it has nothing to read. Each writer first locks
  -- 1937006947 until its end: a follower that has locked the first, and then finds nothing that has
  -- locked the second, is notified of each commit that it has not seen.
  v_body := format(
    $f$
    declare
      v_seq bigint;
      v_next bigint;
      v_count bigint;
      v_notifies text;
    begin
      if tg_relid operator(pg_catalog.<>) %4$s then return null; end if;
      if tg_op operator(pg_catalog.=) 'TRUNCATE'
        or (pg_catalog.pg_get_indexdef(%5$s, 1, false) operator(pg_catalog.=) %6$L) is not true
          and not exists (
            select from pg_catalog.pg_attribute a
            where a.attrelid operator(pg_catalog.=) tg_relid
              and a.attnum operator(pg_catalog.=) %1$s::pg_catalog.int2
              and a.attname operator(pg_catalog.=) %2$L::pg_catalog.name
              and a.atttypid operator(pg_catalog.=) %3$s::pg_catalog.oid)
      then
        insert into stagecraft.changes (relation) values (%4$s) returning seq, 1 into v_seq, v_count;
      elsif tg_level operator(pg_catalog.=) 'ROW' then
        if tg_op operator(pg_catalog.=) 'INSERT' then
          insert into stagecraft.changes (relation, keys) values (%4$s, array[new.%7$I::text])
          returning seq, 1 into v_seq, v_count;
        elsif tg_op operator(pg_catalog.=) 'DELETE' then
          insert into stagecraft.changes (relation, keys) values (%4$s, array[old.%7$I::text])
          returning seq, 1 into v_seq, v_count;
        else
          insert into stagecraft.changes (relation, keys)
          values (%4$s, array[new.%7$I::text, old.%7$I::text])
          returning seq, 1 into v_seq, v_count;
        end if;
      elsif tg_op operator(pg_catalog.=) 'UPDATE' then
        insert into stagecraft.changes (relation, keys)
        select %4$s, case
          when pg_catalog.cardinality(k.new_keys) operator(pg_catalog.>) 100000 then null
          when k.new_keys operator(pg_catalog.=) k.old_keys then k.new_keys
          else k.new_keys operator(pg_catalog.||) k.old_keys end
        from (
          select array(select r.%7$I::text from new_rows r limit 100001) as new_keys,
            array(select r.%7$I::text from old_rows r limit 100001) as old_keys offset 0) k
        where pg_catalog.cardinality(k.new_keys) operator(pg_catalog.>) 0
        returning seq, coalesce(pg_catalog.cardinality(keys), 100000) into v_seq, v_count;
      elsif tg_op operator(pg_catalog.=) 'INSERT' then
        insert into stagecraft.changes (relation, keys)
        select %4$s,
          case when pg_catalog.cardinality(k.keys) operator(pg_catalog.<=) 100000 then k.keys end
        from (select array(select r.%7$I::text from new_rows r limit 100001) as keys offset 0) k
        where pg_catalog.cardinality(k.keys) operator(pg_catalog.>) 0
        returning seq, coalesce(pg_catalog.cardinality(keys), 100000) into v_seq, v_count;
      else
        insert into stagecraft.changes (relation, keys)
        select %4$s,
          case when pg_catalog.cardinality(k.keys) operator(pg_catalog.<=) 100000 then k.keys end
        from (select array(select r.%7$I::text from old_rows r limit 100001) as keys offset 0) k
        where pg_catalog.cardinality(k.keys) operator(pg_catalog.>) 0
        returning seq, coalesce(pg_catalog.cardinality(keys), 100000) into v_seq, v_count;
      end if;
      if v_seq is null then return null; end if;
      if not (pg_catalog.pg_try_advisory_xact_lock_shared(1937006947, %8$s)
        and pg_catalog.pg_try_advisory_lock(1937006946, %8$s)
        and pg_catalog.pg_advisory_unlock(1937006946, %8$s))
      then
        -- A transaction that has notified cannot be prepared. Where transactions can be, they notify
        -- only if they ask for it.
        v_notifies := pg_catalog.current_setting('stagecraft.notify', true);
        if v_notifies is null or v_notifies operator(pg_catalog.=) '' then
          v_notifies := case when pg_catalog.current_setting('max_prepared_transactions')
            operator(pg_catalog.=) '0' then 'on' end;
        end if;
        if v_notifies operator(pg_catalog.=) 'on' then
          perform pg_catalog.pg_notify('stagecraft', '%4$s');
        end if;
      end if;
      if v_count operator(pg_catalog.>=) 16 then
        perform pg_catalog.max(pg_catalog.nextval('stagecraft.changes_seq_seq'))
        from pg_catalog.generate_series(1, v_count operator(pg_catalog./) 16);
      end if;
      v_next := v_seq operator(pg_catalog.+) 1 operator(pg_catalog.+)
        (v_count operator(pg_catalog./) 16);
      if (v_seq operator(pg_catalog.>>) 10) operator(pg_catalog.<>)
        (v_next operator(pg_catalog.>>) 10)
      then
        perform stagecraft.prune_1();
      end if;
      return null;
    end
    $f$, v_number, v_name, v_declared, p_relation, v_index, quote_ident(v_name), v_name,
    stagecraft.flag(p_relation));
  -- Quoted as a whole: a name may contain anything.
  execute format(
    'create or replace function stagecraft.note_%s() returns trigger language plpgsql
    security definer %s as %L', p_relation, v_settings, v_body);
  -- Only a role that creates a trigger needs the right, until seal_1 takes it away.
  execute format('revoke all on function stagecraft.note_%s() from public', p_relation);
  execute format(
    'grant execute on function stagecraft.note_%s() to %I', p_relation, stagecraft.caller());
  delete from stagecraft.changes c where c.relation = p_relation;
  delete from stagecraft.followed f where f.relation = p_relation;
  perform stagecraft.clean_1();
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
  -- First the lock of a writer that deletes old entries, then that of the table: a writer that has
  -- the one may need the other.
  perform pg_advisory_xact_lock(1937006945, 1);
  execute format('lock table only %s in share row exclusive mode', v_table);
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
  delete from stagecraft.followed f where f.relation = p_relation;
  execute format('drop function if exists stagecraft.note_%s()', p_relation);
  perform stagecraft.clean_1();
  if not exists (select from stagecraft.followed) then
    drop schema stagecraft cascade;
  end if;
end
$$
----
-- Ends the logs of tables that were dropped, and removes this schema if there is no other one.
create function stagecraft.forget_dropped_1() returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_advisory_xact_lock(1937006945, 1);
  perform stagecraft.clean_1();
  if not exists (select from stagecraft.followed) then
    drop schema stagecraft cascade;
  end if;
end
$$
----
create function stagecraft.remove_1(p_relation oid) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_advisory_xact_lock(1937006945, 1);
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
revoke all on function stagecraft.clean_1() from public
----
grant usage on schema stagecraft to public
----
grant select on stagecraft.edition, stagecraft.incarnation, stagecraft.followed_1, stagecraft.log_1
  to public
