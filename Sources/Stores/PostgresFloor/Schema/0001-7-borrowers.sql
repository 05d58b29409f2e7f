-- Edition 1: what borrowers call. Each is one decision, under the lock of the pool; only a renewal
-- takes none. The clock is read after the lock is taken.

-- The number of the installed schema. It never gets a suffix, so that all clients can ask.
create function lend.edition() returns int language sql stable security definer
set search_path = pg_catalog, lend, pg_temp as $$
  select max(number) from lend.edition
$$;

-- Prepares a connection, and raises the epoch if the server was started or the store restored. That
-- locks a row until the end of the transaction, for which each fence then waits: not for viewers.
create function lend.attend_1() returns text language plpgsql security definer
set search_path = pg_catalog, lend, pg_temp as $$
begin
  if pg_has_role(session_user, 'lend_borrower', 'member') then perform lend.attend(); end if;
  return current_setting('synchronous_commit');
end $$;

-- The channel on which a session, or a store, is notified.
create function lend.channel(p_id uuid) returns text language sql immutable as $$
  select 'lend_' || replace(p_id::text, '-', '')
$$;

-- Listens for notifications of a session, or of a store.
create function lend.listen_1(p_id uuid) returns void language plpgsql security definer
set search_path = pg_catalog, lend, pg_temp as $$
begin
  execute format('listen %I', lend.channel(p_id));
end $$;

create function lend.unlisten_1(p_id uuid) returns void language plpgsql security definer
set search_path = pg_catalog, lend, pg_temp as $$
begin
  execute format('unlisten %I', lend.channel(p_id));
end $$;

-- Notifies a store, which proves that its notifications arrive.
create function lend.echo_1(p_store uuid, p_number uuid) returns void language plpgsql
security definer set search_path = pg_catalog, lend, pg_temp as $$
begin
  perform pg_notify(lend.channel(p_store), p_number::text);
end $$;

-- Creates a pool, unless another session has just done so.
create function lend.create_pool(
  p_name text, p_time_to_live bigint, p_margin bigint, p_grace bigint, p_maximum_hold bigint,
  p_on_expiry text, p_ageing bigint, p_log_length bigint
) returns void language plpgsql as $$
declare
  v_id int;
  v_name text;
begin
  insert into lend.pool (
      name, time_to_live, margin, grace, maximum_hold, on_expiry, ageing, log_length, joined, noted,
      seen)
    values (
      p_name, p_time_to_live, p_margin, p_grace, p_maximum_hold, p_on_expiry, p_ageing,
      p_log_length, 'lend.ticket', 'lend.ticket', 'lend.ticket')
    on conflict (name) do nothing returning id into v_id;
  if v_id is null then return; end if;
  foreach v_name in array array['joined', 'seen'] loop
    execute format(
      'create sequence lend.%s_%s minvalue -9223372036854775808 start 0', v_name, v_id);
  end loop;
  execute format('create sequence lend.noted_%s', v_id);
  update lend.pool
    set joined = format('lend.joined_%s', v_id)::regclass,
      noted = format('lend.noted_%s', v_id)::regclass,
      seen = format('lend.seen_%s', v_id)::regclass
    where id = v_id;
  insert into lend.tally (pool) values (v_id);
end $$;

create function lend.open_1(
  p_pool text, p_settings json, p_session uuid, p_host text, p_process int, p_job text
) returns text language plpgsql security definer set search_path = pg_catalog, lend, pg_temp as $$
declare
  p lend.pool;
  v_now bigint;
  v_flaw text := lend.text_flaw(p_pool, 'name of the pool');
  v_time_to_live bigint := 30000000;
  v_ageing bigint := 60000000;
  v_on_expiry text := 'lend-again';
  v_log_length bigint := coalesce((p_settings ->> 'logLength')::bigint, 100000);
begin
  if p_settings is not null then
    v_time_to_live := (p_settings ->> 'timeToLive')::bigint;
    v_ageing := (p_settings ->> 'ageing')::bigint;
    v_on_expiry := p_settings ->> 'onExpiry';
    v_flaw := coalesce(v_flaw, lend.settings_flaw(
      v_time_to_live, (p_settings ->> 'margin')::bigint, (p_settings ->> 'grace')::bigint,
      (p_settings ->> 'maximumHold')::bigint, v_on_expiry, v_ageing, v_log_length));
  end if;
  v_flaw := coalesce(
    v_flaw, lend.text_flaw(p_host, 'host'),
    case when p_job <> '' then lend.text_flaw(p_job, 'job') end);
  if v_flaw is not null then return lend.refused('invalid', v_flaw); end if;
  p := lend.enter(p_pool);
  if p.id is null then
    -- A pool is never removed: only keepers create one.
    if not pg_has_role(session_user, 'lend_keeper', 'member')
      and not pg_has_role(session_user, 'lend_owner', 'member') then
      return lend.refused('unknownPool');
    end if;
    perform lend.create_pool(
      p_pool, v_time_to_live, (p_settings ->> 'margin')::bigint,
      (p_settings ->> 'grace')::bigint, (p_settings ->> 'maximumHold')::bigint, v_on_expiry,
      v_ageing, v_log_length);
    p := lend.enter(p_pool);
  end if;
  v_now := lend.now_us(p);
  insert into lend.session as s (pool, id, role, host, process, job, present_until)
    values (
      p.id, p_session, session_user, p_host, p_process, p_job, v_now + lend.presence(p))
    on conflict (pool, id) do update
      set host = excluded.host, process = excluded.process, job = excluded.job,
        present_until = excluded.present_until
      where s.role = excluded.role;
  if not found then return lend.refused('unknownSession'); end if;
  return json_build_object('opened', lend.settings(p))::text;
end $$;

-- Decides a request, under the lock of the pool.
create function lend.ask(
  p lend.pool, p_id uuid, p_session uuid, p_shape text, p_preferring text[], p_priority int,
  p_joins boolean, p_now bigint
) returns text language plpgsql as $$
declare
  q lend.request;
  s lend.session;
  v_shape lend.shape;
  v_flaw text;
  v_labels text[];
  v_label_set int;
  v_unknown int;
  v_label_sets int[];
  v_wants int[] := '{}';
  v_preferences text[];
  v_match record;
  v_index int;
  v_joined bigint;
  v_rank bigint;
  v_several boolean;
  v_kept int[] := '{}';
begin
  if p.id is null then return lend.refused('unknownPool'); end if;
  select * into q from lend.request r where r.pool = p.id and r.id = p_id;
  if found then
    if q.role <> session_user then return '{"asked":{"is":"unknown"}}'; end if;
    return json_build_object('asked', lend.outcome(q, p, p_now))::text;
  end if;

  select * into v_shape from lend.shape h
    where h.pool = p.id and h.hash = hashtextextended(p_shape, 0) and h.text = p_shape;
  if not found then v_flaw := lend.shape_flaw(p_shape); end if;
  if v_flaw is null then
    if p_priority is null or p_priority not between -100 and 100 then
      v_flaw := format('The priority is %s; it must be from -100 to 100.', p_priority);
    end if;
    v_flaw := coalesce(v_flaw, (
      select lend.text_flaw(k, 'affinity key') from unnest(p_preferring) k
        where k is not null and lend.text_flaw(k, 'affinity key') is not null limit 1));
  end if;
  if v_flaw is not null then return lend.refused('invalid', v_flaw); end if;

  select * into s from lend.session e
    where e.pool = p.id and e.id = p_session and e.role = session_user;
  if not found then return lend.refused('unknownSession'); end if;
  perform lend.sweep(p, p_now);

  if v_shape.id is not null then
    select label_sets into v_label_sets from lend.kind where id = v_shape.kind;
    v_wants := v_shape.want_of;
  else
    for i in 0..json_array_length(p_shape::json) - 1 loop
      v_labels := lend.sorted(array(select json_array_elements_text(p_shape::json -> i -> 1)));
      v_label_set := lend.label_set(p.id, v_labels);
      if v_label_set is null then
        v_unknown := i;
        exit;
      end if;
      v_index := (p_shape::json -> i ->> 0)::int;
      v_label_sets := v_label_sets || array_fill(v_label_set, array[v_index]);
      v_wants := v_wants || array_fill(i, array[v_index]);
    end loop;
  end if;
  -- The first want that cannot be satisfied together with those before it is named.
  v_preferences := lend.preferences(v_wants, p_preferring);
  v_match := lend.match(p.id, coalesce(v_label_sets, '{}'), v_preferences, true, '{}');
  v_index := array_position(v_match.ids, null);
  if v_index is null and v_unknown is not null then
    return json_build_object(
      'refused', json_build_object('why', 'impossible', 'want', v_unknown, 'fitting', 0))::text;
  end if;
  if v_index is not null then
    v_match := lend.candidates(p.id, v_label_sets[v_index], null, true, '{}', 64);
    return json_build_object('refused', json_build_object(
      'why', 'impossible', 'want', v_wants[v_index], 'fitting', cardinality(v_match.ids)))::text;
  end if;
  if s.present_until < p_now + lend.presence(p) / 2 then
    insert into lend.session (pool, id, role, host, process, job, present_until)
      values (
        p.id, s.id, s.role, s.host, s.process, s.job, p_now + lend.presence(p))
      on conflict (pool, id) do update set present_until = excluded.present_until;
  end if;

  v_joined := greatest(p_now, pg_sequence_last_value(p.joined));
  v_rank := v_joined - p_priority * p.ageing;
  v_several := lend.several_wait(p.id);
  if v_several then v_kept := lend.walk(p, p_now, v_rank); end if;
  v_match := lend.match(p.id, v_label_sets, v_preferences, false, v_kept);
  v_index := array_position(v_match.ids, null);
  if v_index is not null and not p_joins then return '{"asked":{"is":"notFree"}}'; end if;

  perform setval(p.joined, v_joined);
  if v_shape.id is null then
    insert into lend.shape (pool, text, hash, kind, want_of, wants, used_at)
      values (
        p.id, p_shape, hashtextextended(p_shape, 0), lend.kind(p.id, v_label_sets), v_wants,
        json_array_length(p_shape::json), p_now)
      returning * into v_shape;
  elsif v_shape.used_at < p_now - 43200000000 then
    update lend.shape set used_at = p_now where id = v_shape.id;
  end if;
  insert into lend.request (
      pool, id, session, role, shape, kind, preferring, priority, several, rank, ticket, state,
      joined_at)
    values (
      p.id, p_id, p_session, session_user, v_shape.id, v_shape.kind, coalesce(p_preferring, '{}'),
      p_priority, cardinality(v_wants) > 1, v_rank, nextval('lend.ticket'), 'w', p_now)
    returning * into q;
  if v_index is null then
    perform lend.grant_request(p, q, v_match.ids, v_match.preferred, v_wants, p_now);
  else
    perform lend.log(p, p_now, 'joined', null, p_id, null, null);
  end if;
  if v_several or (v_index is not null and q.several) then
    perform lend.settle_several(p, p_now);
  end if;
  select * into strict q from lend.request r where r.pool = p.id and r.id = p_id;
  return json_build_object('asked', lend.outcome(q, p, p_now))::text;
end $$;

-- A request. `p_shape` is an array of a count and labels for each want, in JSON; `p_preferring` has
-- the preferred key of each want.
--
-- There is a short way for a request for one resource if nothing is due, no request for several
-- waits, the shape is known and a resource is free: two statements read and three write.
--
-- `offset 0` keeps a subquery as it is written. As a join, it could read all leases of the pool:
-- plans are made from statistics of another hour, when few were lent. For the same reason, whether
-- a lease is due is read from the first one in the order of an index: any index seems as good for
-- few.
create function lend.ask_1(
  p_pool text, p_id uuid, p_session uuid, p_shape text, p_preferring text[], p_priority int,
  p_joins boolean
) returns text language plpgsql security definer set search_path = pg_catalog, lend, pg_temp as $$
declare
  p lend.pool := lend.enter(p_pool);
  v_now bigint := lend.now_us(p);
  v_key text := p_preferring[1];
  v_fence bigint;
  v_number bigint;
  v_preferred boolean := false;
  v record;
  v_id int;
  v_name text;
  v_labels text[];
  v_payload bytea;
begin
  select l.epoch, h.id as shape, h.kind, k.label_sets[1] as label_set,
      lend.holder_text(s.host, s.process, s.job) as holder
    into v
    from lend.session s
      join lend.shape h on h.pool = p.id and h.hash = hashtextextended(p_shape, 0)
      join lend.kind k on k.id = h.kind
      join lend.place l on l.is_only
    where s.pool = p.id and s.id = p_session and s.role = session_user
      and s.present_until >= v_now + (p.time_to_live + coalesce(p.grace, p.time_to_live / 6)) / 2
      and h.text = p_shape and h.used_at + 43200000000 >= v_now
      and cardinality(k.label_sets) = 1
      and l.started = pg_postmaster_start_time() and l.relation = l.tableoid
      and not exists (
        select from lend.request q where q.pool = p.id and q.id = p_id offset 0)
      and not exists (
        select from lend.request q
          where q.pool = p.id and q.state = 'w' and q.several offset 0)
      and coalesce((
        select q.lease_ends_at from lend.request q
          where q.pool = p.id and q.state = 'g' order by q.lease_ends_at, q.ticket limit 1)
          > v_now - coalesce(p.grace, p.time_to_live / 6), true)
      and not exists (
        select from lend.session u
          where u.pool = p.id and u.present_until <= v_now
            and not exists (
              select from lend.request q
                where q.pool = p.id and q.session = u.id and q.state = 'g' offset 0)
          offset 0)
      and coalesce((
        select q.ended_at from lend.request q
          where q.pool = p.id and q.state = 'e' order by q.ended_at limit 1)
          >= v_now - 86400000000, true);
  if found and p_priority between -100 and 100 and cardinality(p_preferring) = 1
    and (v_key is null or lend.text_flaw(v_key, 'affinity key') is null) then
    if v_key is not null then
      select r.id into v_id from lend.resource r
        where r.pool = p.id and r.state = 'f' and r.shows = v_key
          and exists (
            select from lend.fits f
              where f.label_set = v.label_set and f.resource = r.id offset 0)
        order by r.freed_at, r.id limit 1;
      v_preferred := found;
    end if;
    if v_id is null then
      select w.id into v_id
        from (
          select r.id, r.freed_at from lend.resource r
            where r.pool = p.id and r.state = 'f' order by r.freed_at, r.id limit 20) w
        where exists (
          select from lend.fits f
            where f.label_set = v.label_set and f.resource = w.id offset 0)
        order by w.freed_at, w.id limit 1;
    end if;
  end if;
  if v_id is null then
    return lend.ask(
      p, p_id, p_session, p_shape, p_preferring, p_priority, p_joins, v_now);
  end if;
  v_fence := v.epoch << 40 | nextval('lend.fence');
  insert into lend.request (
      pool, id, session, role, shape, kind, preferring, priority, rank, ticket, state, joined_at,
      fence, granted_at, lease_ends_at, held)
    values (
      p.id, p_id, p_session, session_user, v.shape, v.kind, p_preferring, p_priority,
      setval(p.joined, greatest(v_now, pg_sequence_last_value(p.joined)))
        - p_priority * p.ageing,
      nextval('lend.ticket'), 'g', v_now, v_fence, v_now, v_now + p.time_to_live, array[v_id]);
  update lend.resource
    set state = 'l', request = p_id, want = 0, preferred = v_preferred,
      shows = coalesce(v_key, shows)
    where id = v_id returning name, labels, payload into v_name, v_labels, v_payload;
  v_number := nextval(p.noted);
  insert into lend.event (pool, number, time, kind, resource, request, fence, detail)
    values (p.id, v_number, v_now + p.clock_ahead, 'granted', v_name, p_id, v_fence, v.holder);
  if v_number % 256 = 0 then perform lend.tally(p, v_number); end if;
  return '{"asked":{"is":"granted","fence":' || v_fence || ',"remaining":' || p.time_to_live
    || ',"resources":[{"name":' || to_json(v_name) || ',"want":0,"labels":'
    || array_to_json(v_labels) || ',"payload":"' || encode(v_payload, 'hex')
    || '","isPreferred":' || case when v_preferred then 'true' else 'false' end || '}]}}';
end $$;

-- Renews leases and reads what became of waiting requests. Unless the clock has jumped, it takes no
-- lock of the pool, and so never waits behind the line.
create function lend.renew_1(
  p_pool text, p_session uuid, p_leases uuid[], p_fences bigint[], p_waiting uuid[]
) returns text language plpgsql security definer set search_path = pg_catalog, lend, pg_temp as $$
declare
  p lend.pool;
  v_now bigint := lend.now_us();
  v_id uuid;
  v_fence bigint;
  v_renewals json := '[]';
  v_outcomes json := '[]';
begin
  select * into p from lend.pool where name = p_pool;
  if not found then return lend.refused('unknownPool'); end if;
  if lend.has_seen(p, v_now) then
    v_now := v_now - p.clock_ahead;
  else
    p := lend.enter(p_pool);
    v_now := lend.now_us(p);
  end if;
  update lend.session s set present_until = v_now + lend.presence(p)
    where s.pool = p.id and s.id = p_session and s.role = session_user;
  if not found then return lend.refused('unknownSession'); end if;

  -- Each request is found by its key, also where a plan was made before the table had statistics:
  -- `offset 0` keeps the planner from reading all requests of the pool for each lease.
  if cardinality(p_leases) > 0 then
    -- Rows are locked in the order in which decisions lock them, and none that a sweep would lock.
    for v_id, v_fence in
      select l.id, l.fence
        from unnest(p_leases, p_fences) l(id, fence)
          cross join lateral (
            select r.ticket from lend.request r where r.pool = p.id and r.id = l.id offset 0) q
        order by q.ticket
    loop
      -- Never earlier than before, also under stricter rules: the holder relies on that end.
      update lend.request q
        set lease_ends_at = greatest(
          q.lease_ends_at, least(v_now + p.time_to_live, q.granted_at + p.maximum_hold))
        where q.pool = p.id and q.id = v_id and q.fence = v_fence and q.role = session_user
          and (q.state = 'g') is true and q.revoked is null and q.lease_ends_at > v_now;
    end loop;
    -- What can be renewed now was renewed.
    select json_agg(
        case
          when q.id is null or q.role <> session_user or q.state = 'w'
              or (q.state = 'g' and q.fence <> l.fence) then json_build_object('is', 'unknown')
          when q.state = 'e' then json_build_object(
            'is', 'ended', 'end', q.end_word, 'reason', q.end_reason)
          when q.revoked is not null or q.lease_ends_at <= v_now then json_build_object(
            'is', 'ended', 'end', lend.ending(q, p, v_now), 'reason', q.revoked)
          else json_build_object(
            'is', 'renewed', 'remaining', q.lease_ends_at - v_now,
            'isFinal', coalesce(q.granted_at + p.maximum_hold <= q.lease_ends_at, false))
        end order by l.index)
      into v_renewals
      from unnest(p_leases, p_fences) with ordinality l(id, fence, index)
        left join lateral (
          select * from lend.request r where r.pool = p.id and r.id = l.id offset 0) q on true;
  end if;
  if cardinality(p_waiting) > 0 then
    select json_agg(
        case when q.id is null or q.role <> session_user then json_build_object('is', 'unknown')
          else lend.outcome(q, p, v_now) end order by w.index)
      into v_outcomes
      from unnest(p_waiting) with ordinality w(id, index)
        left join lateral (
          select * from lend.request r where r.pool = p.id and r.id = w.id offset 0) q on true;
  end if;
  return json_build_object(
    'renewed', json_build_object('leases', v_renewals, 'waiting', v_outcomes))::text;
end $$;

-- Decides a return, under the lock of the pool.
create function lend.give_back(
  p lend.pool, p_id uuid, p_fence bigint, p_names text[], p_shows text, p_reason text,
  p_now bigint
) returns text language plpgsql as $$
declare
  q lend.request;
  v_flaw text;
  v_held int[];
  v_returned int[];
begin
  if p.id is null then return lend.refused('unknownPool'); end if;
  v_flaw := coalesce(
    case when p_shows is not null then lend.text_flaw(p_shows, 'affinity key') end,
    case when p_reason is not null then lend.text_flaw(p_reason, 'reason') end);
  if v_flaw is not null then return lend.refused('invalid', v_flaw); end if;
  perform lend.sweep(p, p_now);
  select * into q from lend.request r
    where r.pool = p.id and r.id = p_id and r.role = session_user;
  if not found then return lend.closing('returned', 'unknown'); end if;
  if q.state = 'e' then return lend.already('returned', q); end if;
  if q.state <> 'g' or q.fence <> p_fence then return lend.closing('returned', 'unknown'); end if;
  v_held := lend.held(q);
  v_returned := v_held;
  if cardinality(p_names) > 0 then
    v_returned := array(
      select h.id from unnest(v_held) with ordinality h(id, index)
          join lend.resource r on r.id = h.id
        where r.name = any (p_names) order by h.index);
  end if;
  -- The others were returned before.
  if cardinality(v_returned) = 0 then
    return '{"returned":{"is":"already","end":"returned"}}';
  end if;
  if cardinality(v_returned) = cardinality(v_held) then
    perform lend.end_request(q, 'returned', null, p_now);
  else
    update lend.request r
      set held = array(select h from unnest(v_held) h where h <> all (v_returned))
      where r.pool = p.id and r.id = p_id;
  end if;
  perform lend.release(p, q, v_returned, 'returned', p_shows, p_reason, p_now);
  return lend.closing('returned', 'returned');
end $$;

-- Returns resources: all of the lease, or those with these names. With `p_reason`, they are
-- quarantined.
--
-- There is a short way for all of a lease of one resource while nothing is due.
create function lend.give_back_1(
  p_pool text, p_id uuid, p_fence bigint, p_names text[], p_shows text, p_reason text
) returns text language plpgsql security definer set search_path = pg_catalog, lend, pg_temp as $$
declare
  p lend.pool := lend.enter(p_pool);
  v_now bigint := lend.now_us(p);
  v_number bigint;
  v record;
begin
  select q.held[1] as resource, r.name,
      exists (
        select from lend.request w where w.pool = p.id and w.state = 'w' offset 0) as is_awaited
    into v
    from (select * from lend.request e where e.pool = p.id and e.id = p_id offset 0) q
      join lend.resource r on r.id = q.held[1]
    where q.role = session_user and q.state = 'g' and q.fence = p_fence
      and cardinality(q.held) = 1 and r.on_return = 'f'
      and coalesce((
        select d.lease_ends_at from lend.request d
          where d.pool = p.id and d.state = 'g' order by d.lease_ends_at, d.ticket limit 1)
          > v_now - coalesce(p.grace, p.time_to_live / 6), true)
      and not exists (
        select from lend.session u
          where u.pool = p.id and u.present_until <= v_now
            and not exists (
              select from lend.request d
                where d.pool = p.id and d.session = u.id and d.state = 'g' offset 0)
          offset 0)
      and coalesce((
        select d.ended_at from lend.request d
          where d.pool = p.id and d.state = 'e' order by d.ended_at limit 1)
          >= v_now - 86400000000, true);
  if not found or p_reason is not null or cardinality(p_names) > 0
    or (p_shows is not null and lend.text_flaw(p_shows, 'affinity key') is not null) then
    return lend.give_back(p, p_id, p_fence, p_names, p_shows, p_reason, v_now);
  end if;
  update lend.request
    set state = 'e', held = '{}', ended_at = v_now, end_word = 'returned'
    where pool = p.id and id = p_id;
  v_number := nextval(p.noted);
  insert into lend.event (pool, number, time, kind, resource, request, fence)
    values (p.id, v_number, v_now + p.clock_ahead, 'returned', v.name, p_id, p_fence);
  if v_number % 256 = 0 then perform lend.tally(p, v_number); end if;
  update lend.resource
    set state = 'f', request = null, shows = coalesce(p_shows, shows), reason = null,
      freed_at = v_now
    where id = v.resource;
  if v.is_awaited then perform lend.settle(p, v.resource, v_now); end if;
  return '{"returned":{"is":"returned"}}';
end $$;

create function lend.withdraw_1(p_pool text, p_id uuid) returns text language plpgsql
security definer set search_path = pg_catalog, lend, pg_temp as $$
declare
  p lend.pool;
  q lend.request;
  v_now bigint;
  v_held int[];
begin
  p := lend.enter(p_pool);
  if p.id is null then return lend.refused('unknownPool'); end if;
  v_now := lend.swept(p);
  select * into q from lend.request r where r.pool = p.id and r.id = p_id;
  if not found then
    insert into lend.request (
        pool, id, session, role, state, joined_at, ended_at, end_word)
      values (
        p.id, p_id, '00000000-0000-0000-0000-000000000000', session_user, 'e', v_now, v_now,
        'withdrawn');
    perform lend.log(p, v_now, 'tombstone', null, p_id, null, null);
    return lend.closing('withdrawn', 'unknown');
  end if;
  if q.role <> session_user then return lend.closing('withdrawn', 'unknown'); end if;
  if q.state = 'e' then return lend.already('withdrawn', q); end if;
  if q.state = 'w' then
    perform lend.leave_line(p, q, 'withdrawn', v_now);
    return lend.closing('withdrawn', 'left');
  end if;
  v_held := lend.held(q);
  perform lend.end_request(q, 'withdrawn', null, v_now);
  perform lend.release(p, q, v_held, 'returned', null, null, v_now);
  return lend.closing('withdrawn', 'returned');
end $$;

create function lend.sweep_1(p_pool text) returns text language plpgsql
security definer set search_path = pg_catalog, lend, pg_temp as $$
declare
  p lend.pool;
  v_now bigint;
begin
  p := lend.enter(p_pool);
  if p.id is null then return lend.refused('unknownPool'); end if;
  v_now := lend.swept(p);
  return json_build_object(
    'swept', json_build_object('next', lend.next_due(p, v_now)))::text;
end $$;

create function lend.close_1(p_pool text, p_session uuid) returns text language plpgsql
security definer set search_path = pg_catalog, lend, pg_temp as $$
declare
  p lend.pool;
  v_now bigint;
begin
  p := lend.enter(p_pool);
  if p.id is null then return lend.refused('unknownPool'); end if;
  v_now := lend.swept(p);
  perform from lend.session s
    where s.pool = p.id and s.id = p_session and s.role = session_user for update;
  if found then
    perform lend.end_session(p, p_session, 'returned', 'withdrawn', v_now);
  end if;
  return lend.done();
end $$;
