-- Edition 1: the clock, the place, answers.
--
-- What decisions call is written in PL/pgSQL where it reads a table: it keeps its plans, and a
-- function in SQL that cannot be inlined is planned anew for each transaction.

-- The store's clock: the only one that judges.
create function lend.now_us() returns bigint language sql volatile as $$
  select (extract(epoch from clock_timestamp()) * 1000000)::bigint
$$;

create function lend.timeline() returns text language sql volatile as $$
  select left(pg_walfile_name(pg_current_wal_lsn()), 8)
$$;

insert into lend.place (system, timeline, epoch)
  select c.system_identifier::text, lend.timeline(), 1 from pg_control_system() c;

-- Raises the epoch if the server is on another timeline, or another server, than on record: it may
-- have lost the last fences.
create function lend.raise_epoch(p_checks_system boolean) returns bigint language plpgsql as $$
declare
  v_place lend.place;
  v_system text;
begin
  select * into strict v_place from lend.place for update;
  v_system := v_place.system;
  if p_checks_system then
    select c.system_identifier::text into v_system from pg_control_system() c;
  end if;
  if v_place.timeline = lend.timeline() and v_place.system = v_system then
    return v_place.epoch;
  end if;
  update lend.place set epoch = epoch + 1, timeline = lend.timeline(), system = v_system
    returning * into v_place;
  insert into lend.event (pool, time, kind, detail)
    select id, lend.now_us(), 'epoch', v_place.epoch::text from lend.pool order by id;
  return v_place.epoch;
end $$;

-- The next fence. It is called under the lock of a pool.
create function lend.next_fence() returns bigint language plpgsql as $$
declare
  v_epoch bigint;
begin
  select epoch into v_epoch from lend.place
    where is_only and timeline = left(pg_walfile_name(pg_current_wal_lsn()), 8);
  if not found then v_epoch := lend.raise_epoch(false); end if;
  return (v_epoch << 40) | nextval('lend.fence');
end $$;

create function lend.refused(p_why text, p_detail text default null) returns text
language plpgsql immutable as $$
begin
  return (select json_build_object('refused', json_build_object('why', p_why, 'detail', p_detail))::text);
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

create function lend.already(p_verb text, q lend.request) returns text language plpgsql immutable as $$
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
    'maximumHold', p.maximum_hold, 'onExpiry', p.on_expiry, 'ageing', p.ageing)
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
create function lend.next_due(p lend.pool, p_now bigint) returns bigint language plpgsql stable as $$
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
