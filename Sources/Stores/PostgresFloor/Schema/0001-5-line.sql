-- Edition 1: grants, the walk along the line, and what a freed resource leads to. As in
-- LendingMachine+Walking and +Returning. All are called under the lock of the pool.

-- Notifies a session that something has happened to its request. Only sessions that wait, or that
-- lose a lease, are notified: a notification takes a lock of the whole server.
create function lend.notify(q lend.request) returns void language plpgsql as $$
begin
  perform pg_notify('lend_' || replace(q.session::text, '-', ''), q.id::text);
end $$;

-- Adds the latest entries of the log to the counts, and removes the first ones if there are too
-- many. It is called after each entry whose number is a multiple of 256.
create function lend.tally(p lend.pool, p_number bigint) returns void language plpgsql as $$
begin
  update lend.tally t
    set up_to = p_number, entries = t.entries || (
      select coalesce(jsonb_object_agg(
          e.kind, e.count + coalesce((t.entries ->> e.kind)::bigint, 0)), '{}')
        from (
          select o.kind, count(*) from lend.event o
            where o.pool = p.id and o.number > t.up_to and o.number <= p_number
            group by o.kind) e)
    where t.pool = p.id;
  delete from lend.event e
    where e.pool = p.id and e.number in (
      select o.number from lend.event o
        where o.pool = p.id and o.number <= p_number - p.log_length
        order by o.number limit 512);
end $$;

create function lend.log(
  p lend.pool, p_now bigint, p_kind text, p_resource text, p_request uuid, p_fence bigint,
  p_detail text
) returns void language plpgsql as $$
declare
  v_number bigint := nextval(p.noted);
begin
  insert into lend.event (pool, number, time, kind, resource, request, fence, detail)
    values (
      p.id, v_number, p_now + p.clock_ahead, p_kind, p_resource, p_request, p_fence, p_detail);
  if v_number % 256 = 0 then perform lend.tally(p, v_number); end if;
end $$;

-- A holder, as the log names it.
create function lend.holder_text(p_host text, p_process int, p_job text) returns text
language sql immutable as $$
  select case when p_job = '' then p_host || ', process ' || p_process
    else p_job || ' (' || p_host || ', process ' || p_process || ')' end
$$;

-- The index of the want of each resource that a request wants, from 0.
create function lend.wants_of(q lend.request) returns int[] language plpgsql stable as $$
begin
  return (select s.want_of from lend.shape s where s.id = q.shape);
end $$;

-- The preferred key for each resource that a request wants.
create function lend.preferences(p_wants int[], p_preferring text[]) returns text[]
language plpgsql immutable as $$
declare
  v_all text[];
begin
  for i in 1..cardinality(p_wants) loop v_all[i] := p_preferring[p_wants[i] + 1]; end loop;
  return v_all;
end $$;

-- Gives resources to a request that is recorded as waiting.
create function lend.grant_request(
  p lend.pool, q lend.request, p_ids int[], p_preferred boolean[], p_wants int[], p_now bigint
) returns void language plpgsql as $$
declare
  v_fence bigint := lend.next_fence();
  v_name text;
  v_holder text := (
    select lend.holder_text(s.host, s.process, s.job)
      from lend.session s where s.pool = q.pool and s.id = q.session);
begin
  update lend.request set state = 'g', fence = v_fence, granted_at = p_now,
      lease_ends_at = p_now + p.time_to_live, held = p_ids
    where pool = q.pool and id = q.id;
  for i in 1..cardinality(p_ids) loop
    update lend.resource set state = 'l', request = q.id, want = p_wants[i],
        preferred = p_preferred[i], shows = coalesce(q.preferring[p_wants[i] + 1], shows)
      where id = p_ids[i] returning name into v_name;
    perform lend.log(p, p_now, 'granted', v_name, q.id, v_fence, v_holder);
  end loop;
end $$;

-- Walks along the line. Each request keeps a largest possible part of what it wants aside.
--
-- Without `p_rank`, all that can be granted is granted. With it, nothing is: the walk ends at the
-- place of a newcomer, and the answer is what is kept aside before it.
create function lend.walk(
  p lend.pool, p_now bigint, p_rank bigint default null
) returns int[] language plpgsql as $$
declare
  v_kept int[] := '{}';
  -- The next request of each kind that could still use something.
  v_heads lend.request[] := '{}';
  v_head lend.request;
  v_best int;
  -- Kinds whose next request is not known yet, and the place after which it is.
  v_kinds int[];
  v_rank bigint := null;
  v_ticket bigint := null;
  v_match record;
  v_part int[];
  v_wants int[];
begin
  v_kinds := array(
    select k.id from lend.kind k
      where k.pool = p.id
        and exists (select from lend.request q where q.kind = k.id and q.state = 'w')
        and exists (
          select from lend.kind_set s join lend.fits f on f.label_set = s.label_set
              join lend.resource r on r.id = f.resource
            where s.kind = k.id and r.state = 'f')
      order by k.id);
  loop
    for i in 1..cardinality(v_kinds) loop
      select * into v_head from lend.request q
        where q.kind = v_kinds[i] and q.state = 'w'
          and (q.rank, q.ticket) > (
            coalesce(v_rank, -9223372036854775808), coalesce(v_ticket, -9223372036854775808))
        order by q.rank, q.ticket limit 1;
      if found then v_heads := v_heads || v_head; end if;
    end loop;
    v_best := null;
    for i in 1..cardinality(v_heads) loop
      if v_best is null or (v_heads[i].rank, v_heads[i].ticket)
        < (v_heads[v_best].rank, v_heads[v_best].ticket) then
        v_best := i;
      end if;
    end loop;
    exit when v_best is null;
    v_head := v_heads[v_best];
    v_heads := v_heads[:v_best - 1] || v_heads[v_best + 1:];
    exit when v_head.rank > p_rank;

    v_wants := lend.wants_of(v_head);
    v_match := lend.match(
      p.id, (select k.label_sets from lend.kind k where k.id = v_head.kind),
      lend.preferences(v_wants, v_head.preferring), false, v_kept);
    v_part := array_remove(v_match.ids, null);
    v_kept := v_kept || v_part;
    -- If there is nothing for this one, there is nothing for those of its kind behind it.
    v_kinds := '{}';
    if cardinality(v_part) > 0 then
      v_kinds := array[v_head.kind];
      v_rank := v_head.rank;
      v_ticket := v_head.ticket;
    end if;
    if p_rank is null and cardinality(v_part) = cardinality(v_wants) then
      perform lend.grant_request(p, v_head, v_match.ids, v_match.preferred, v_wants, p_now);
      perform lend.notify(v_head);
    end if;
  end loop;
  return v_kept;
end $$;

create function lend.several_wait(p_pool int) returns boolean language plpgsql stable as $$
begin
  return (select exists (
    select from lend.request q where q.pool = p_pool and q.state = 'w' and q.several));
end $$;

-- Walks the line after a change that frees nothing, if requests for several resources wait.
create function lend.settle_several(p lend.pool, p_now bigint) returns void language plpgsql as $$
begin
  if lend.several_wait(p.id) then perform lend.walk(p, p_now); end if;
end $$;

-- Lends a resource that has just become free to the first waiting request that could use it.
create function lend.settle(p lend.pool, p_resource int, p_now bigint) returns void
language plpgsql as $$
declare
  q lend.request;
  v_preferred boolean;
begin
  if lend.several_wait(p.id) then
    perform lend.walk(p, p_now);
    return;
  end if;
  select h.* into q
    from lend.fits f join lend.kind_set k on k.label_set = f.label_set
      cross join lateral (
        select * from lend.request w where w.kind = k.kind and w.state = 'w'
          order by w.rank, w.ticket limit 1) h
    where f.resource = p_resource
    order by h.rank, h.ticket limit 1;
  if not found then return; end if;
  select coalesce(r.shows = q.preferring[1], false) into v_preferred
    from lend.resource r where r.id = p_resource;
  perform lend.grant_request(p, q, array[p_resource], array[v_preferred], array[0], p_now);
  perform lend.notify(q);
end $$;
