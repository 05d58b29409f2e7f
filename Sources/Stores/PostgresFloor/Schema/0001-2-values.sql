-- Edition 1: the clock, the place, answers.
--
-- Functions that read a table in a decision are written in PL/pgSQL, which keeps their plans: a
-- function in SQL that cannot be inlined is planned again in each transaction.

-- The server's clock.
create function lend.now_us() returns bigint language sql volatile as $$
  select (extract(epoch from clock_timestamp()) * 1000000)::bigint
$$;

-- The clock of a pool, by which all is decided: the server's clock without its jumps.
create function lend.now_us(p lend.pool) returns bigint language plpgsql volatile as $$
begin
  return lend.now_us() - p.clock_ahead;
end $$;

create function lend.database() returns oid language sql stable as $$
  select oid from pg_database where datname = current_database()
$$;

-- The time since 2026, in units of which a second has 1024.
create function lend.time_since_2026() returns bigint language sql volatile as $$
  select greatest(0, ((extract(epoch from clock_timestamp()) - 1767225600) * 1024)::bigint)
$$;

-- Raises the epoch above another one.
--
-- A restored copy does not contain the epochs and fences that were given out after it was made.
-- Therefore an epoch is at least the number of days since 2026, as long as fences are then exact in
-- the numbers of JavaScript; and its first fence counts at least 1024 for each second since 2026,
-- which is more than any store grants.
create function lend.raise_epoch(p_above bigint) returns bigint language plpgsql as $$
declare
  v_place lend.place;
  v_time bigint := lend.time_since_2026();
begin
  update lend.place
    set epoch = greatest(epoch + 1, p_above + 1, least(v_time / 1024 / 86400, 8191)),
      started = pg_postmaster_start_time(), database = lend.database(), relation = tableoid
    returning * into strict v_place;
  perform setval('lend.fence', greatest(
    nextval('lend.fence'), least(v_time, 1099511627775 - 4294967296)));
  insert into lend.event (pool, number, time, kind, detail)
    select k.id, nextval(k.noted), lend.now_us(), 'epoch', v_place.epoch::text
      from lend.pool k order by k.id;
  return v_place.epoch;
end $$;

insert into lend.place (started, database, relation, epoch) values ('-infinity', 0, 0, 1);
select lend.raise_epoch(0);

-- Returns the epoch. It is raised first if the server's process, the database or the table differs
-- from the recorded one: the store may have been restored or failed over, and may have lost the
-- last fences.
create function lend.attend() returns bigint language plpgsql as $$
declare
  v_epoch bigint;
begin
  for attempt in 1..2 loop
    select epoch into v_epoch from lend.place
      where is_only and started = pg_postmaster_start_time() and database = lend.database()
        and relation = tableoid;
    if found then return v_epoch; end if;
    -- Another transaction may raise it meanwhile.
    perform from lend.place for update;
  end loop;
  return lend.raise_epoch(0);
end $$;

-- The next fence. It is called under the lock of a pool.
create function lend.next_fence() returns bigint language plpgsql as $$
begin
  return (lend.attend() << 40) | nextval('lend.fence');
end $$;

create function lend.refused(p_why text, p_detail text default null) returns text
language plpgsql immutable as $$
begin
  return (select json_build_object(
    'refused', json_build_object('why', p_why, 'detail', p_detail))::text);
end $$;

create function lend.wrong_state(p_name text, p_state text) returns text
language plpgsql immutable as $$
begin
  return (select json_build_object(
    'refused', json_build_object('why', 'wrongState', 'detail', p_name, 'state', p_state))::text);
end $$;

create function lend.closing(p_verb text, p_is text) returns text language plpgsql immutable as $$
begin
  return (select json_build_object(p_verb, json_build_object('is', p_is))::text);
end $$;

create function lend.already(p_verb text, q lend.request) returns text
language plpgsql immutable as $$
begin
  return (select json_build_object(p_verb, json_build_object(
    'is', 'already', 'end', q.end_word, 'reason', q.end_reason))::text);
end $$;

create function lend.done() returns text language sql immutable as $$ select '{"done":true}' $$;

create function lend.state_word(p_state "char") returns text language sql immutable as $$
  select case p_state when 'f' then 'free' when 'l' then 'lent' when 'q' then 'quarantined'
    when 'r' then 'retired' end
$$;

create function lend.grace(p lend.pool) returns bigint language sql immutable as $$
  select coalesce(p.grace, p.time_to_live / 6)
$$;

-- For how long a session counts as present after it was last seen.
create function lend.presence(p lend.pool) returns bigint language sql immutable as $$
  select p.time_to_live + coalesce(p.grace, p.time_to_live / 6)
$$;

create function lend.settings(p lend.pool) returns json language sql immutable as $$
  select json_build_object(
    'timeToLive', p.time_to_live, 'margin', p.margin, 'grace', p.grace,
    'maximumHold', p.maximum_hold, 'onExpiry', p.on_expiry, 'ageing', p.ageing,
    'logLength', p.log_length)
$$;

-- How a granted request has ended for its holder, even if its resources are not free yet.
create function lend.ending(q lend.request, p lend.pool, p_now bigint) returns text
language sql immutable as $$
  select case
    when q.revoked is not null then 'taken-back'
    when p_now < q.lease_ends_at then null
    when q.lease_ends_at >= q.granted_at + p.maximum_hold then 'too-long'
    else 'expired' end
$$;

-- How long until something may be due: the end of a lease, or, if a request for several resources
-- waits and keeps some aside, the end of its session.
create function lend.next_due(p lend.pool, p_now bigint) returns bigint
language plpgsql stable as $$
begin
  return (select least(
    (select greatest(0, q.lease_ends_at + coalesce(p.grace, p.time_to_live / 6) - p_now)
      from lend.request q where q.pool = p.id and q.state = 'g'
      order by q.lease_ends_at, q.ticket limit 1),
    case when exists (
        select from lend.request q where q.pool = p.id and q.state = 'w' and q.several)
      then p.time_to_live + coalesce(p.grace, p.time_to_live / 6) end));
end $$;

-- What became of a request. It is stable, so that it sees the same state as the caller.
create function lend.outcome(q lend.request, p lend.pool, p_now bigint) returns json
language plpgsql stable as $$
declare
  v_ending text;
begin
  if q.state = 'w' then
    return json_build_object('is', 'waiting', 'next', lend.next_due(p, p_now));
  end if;
  if q.state = 'e' then
    return json_build_object('is', 'ended', 'end', q.end_word, 'reason', q.end_reason);
  end if;
  v_ending := lend.ending(q, p, p_now);
  if v_ending is not null then
    return json_build_object('is', 'ended', 'end', v_ending, 'reason', q.revoked);
  end if;
  return json_build_object(
    'is', 'granted', 'fence', q.fence, 'remaining', q.lease_ends_at - p_now,
    'resources', (select coalesce(json_agg(json_build_object(
        'name', r.name, 'want', r.want, 'labels', r.labels, 'payload', encode(r.payload, 'hex'),
        'isPreferred', r.preferred) order by r.want, r.id), '[]')
      from unnest(q.held) h(id) join lend.resource r on r.id = h.id
      where r.pool = q.pool and r.request = q.id));
end $$;
