-- Edition 1: how requests and leases end. As in LendingMachine+Returning. All are called under the
-- lock of the pool.

create function lend.end_request(
  q lend.request, p_word text, p_reason text, p_now bigint
) returns void language plpgsql as $$
begin
  update lend.request
    set state = 'e', held = '{}', ended_at = p_now, end_word = p_word, end_reason = p_reason
    where pool = q.pool and id = q.id;
end $$;

-- Ends a waiting request without walking the line.
create function lend.end_waiting(p lend.pool, q lend.request, p_word text, p_now bigint)
returns void language plpgsql as $$
begin
  perform lend.end_request(q, p_word, null, p_now);
  perform lend.log(p, p_now, 'left', null, q.id, null, p_word);
end $$;

-- Ends a waiting request, and walks the line: what it kept aside is for those behind it.
create function lend.leave_line(p lend.pool, q lend.request, p_word text, p_now bigint)
returns void language plpgsql as $$
begin
  perform lend.end_waiting(p, q, p_word, p_now);
  if q.several then perform lend.walk(p, p_now); end if;
end $$;

-- Ends the waiting requests of a session. It returns whether one of them was for several resources,
-- so that the line must be walked.
create function lend.end_session_waiting(
  p lend.pool, p_session uuid, p_word text, p_now bigint
) returns boolean language plpgsql as $$
declare
  q lend.request;
  v_several boolean := false;
begin
  for q in
    select * from lend.request w
      where w.pool = p.id and w.session = p_session and w.state = 'w' order by w.ticket
  loop
    perform lend.end_waiting(p, q, p_word, p_now);
    v_several := v_several or q.several;
  end loop;
  return v_several;
end $$;

-- The resources that a request holds, by want and then in the order of adding.
create function lend.held(q lend.request) returns int[] language plpgsql stable as $$
begin
  return (select array(
    select r.id from unnest(q.held) h(id) join lend.resource r on r.id = h.id
      where r.request = q.id order by r.want, r.id));
end $$;

-- Takes resources from a request that has ended, or that has returned them. With `p_reason`, they
-- are quarantined.
create function lend.release(
  p lend.pool, q lend.request, p_ids int[], p_kind text, p_shows text, p_reason text, p_now bigint
) returns void language plpgsql as $$
declare
  r lend.resource;
  v_id int;
begin
  foreach v_id in array p_ids loop
    select * into strict r from lend.resource where id = v_id;
    perform lend.log(p, p_now, p_kind, r.name, r.request, q.fence, null);
    r.state := r.on_return;
    r.shows := coalesce(p_shows, r.shows);
    if p_reason is not null then
      if r.state <> 'r' then r.state := 'q'; end if;
      r.reason := p_reason;
    end if;
    if r.state = 'f' then
      r.freed_at := p_now;
      r.reason := null;
    elsif r.state = 'q' then
      perform lend.log(p, p_now, 'quarantined', r.name, null, null, r.reason);
    else
      perform lend.log(p, p_now, 'retired', r.name, null, null, null);
    end if;
    update lend.resource
      set state = r.state, on_return = 'f', request = null, shows = r.shows, reason = r.reason,
        freed_at = r.freed_at
      where id = v_id;
    if r.state = 'f' then perform lend.settle(p, v_id, p_now); end if;
  end loop;
end $$;

-- Ends a lease whose holder did not return it.
create function lend.end_lease(
  p lend.pool, q lend.request, p_word text, p_reason text, p_now bigint
) returns void language plpgsql as $$
declare
  v_held int[] := lend.held(q);
begin
  perform lend.end_request(q, p_word, p_reason, p_now);
  if p_word = 'taken-back' then
    perform lend.release(p, q, v_held, 'taken-back', null, null, p_now);
  else
    perform lend.release(p, q, v_held, 'expired', null,
      case when p.on_expiry = 'quarantine' then 'its lease has expired' end, p_now);
  end if;
end $$;

-- Ends all requests of a session, and removes it. Those that wait leave first, so that they receive
-- nothing.
create function lend.end_session(
  p lend.pool, p_session uuid, p_lease_word text, p_wait_word text, p_now bigint
) returns void language plpgsql as $$
declare
  q lend.request;
  v_id uuid;
  v_held int[];
begin
  if lend.end_session_waiting(p, p_session, p_wait_word, p_now) then
    perform lend.walk(p, p_now);
  end if;
  foreach v_id in array array(
    select w.id from lend.request w
      where w.pool = p.id and w.session = p_session and w.state = 'g' order by w.ticket)
  loop
    select * into strict q from lend.request w
      where w.pool = p.id and w.id = v_id for no key update;
    if p_lease_word = 'returned' then
      v_held := lend.held(q);
      perform lend.end_request(q, 'returned', null, p_now);
      perform lend.release(p, q, v_held, 'returned', null, null, p_now);
    else
      perform lend.end_lease(p, q, p_lease_word, null, p_now);
    end if;
  end loop;
  delete from lend.session s where s.pool = p.id and s.id = p_session;
end $$;

-- Whether a sweep would change something. The first one in the order of an index is read and
-- compared: with a condition instead, a plan that expects a third of all requests to be due reads
-- them all.
create function lend.is_due(p lend.pool, p_now bigint) returns boolean language plpgsql stable as $$
begin
  return (select coalesce((
      select q.lease_ends_at from lend.request q
        where q.pool = p.id and q.state = 'g' order by q.lease_ends_at, q.ticket limit 1)
        <= p_now - coalesce(p.grace, p.time_to_live / 6), false)
    or exists (
      select from lend.session s
        where s.pool = p.id and s.present_until <= p_now
          and not exists (
            select from lend.request q
              where q.pool = p.id and q.session = s.id and q.state = 'g' offset 0)
        offset 0)
    or coalesce((
      select q.ended_at from lend.request q
        where q.pool = p.id and q.state = 'e' order by q.ended_at limit 1)
        < p_now - 86400000000, false));
end $$;

-- Removes requests that ended a day ago, kinds of requests that were not used for two days, and
-- entries of the log that are thirty days old: a limited number of each.
create function lend.forget(p lend.pool, p_now bigint) returns void language plpgsql as $$
begin
  delete from lend.request q using (
      select e.id from lend.request e
        where e.pool = p.id and e.state = 'e' and e.ended_at < p_now - 86400000000
        order by e.ended_at limit 100) old
    where q.pool = p.id and q.id = old.id;
  if not found then return; end if;
  delete from lend.event e using (
      select o.number, o.time from lend.event o where o.pool = p.id order by o.number limit 300) old
    where e.pool = p.id and e.number = old.number
      and e.number <= (select t.up_to from lend.tally t where t.pool = p.id)
      and old.time < p_now + p.clock_ahead - 30 * 86400000000;
  delete from lend.shape s
    where s.pool = p.id and s.used_at < p_now - 2 * 86400000000
      and not exists (select from lend.request q where q.kind = s.kind and q.state = 'w')
      and not exists (
        select from lend.request q where q.pool = p.id and q.state = 'g' and q.shape = s.id);
  if not found then return; end if;
  delete from lend.kind k where k.pool = p.id
    and not exists (select from lend.shape s where s.kind = k.id);
  delete from lend.label_set s where s.pool = p.id
    and not exists (select from lend.kind_set k where k.label_set = s.id);
end $$;

-- Sessions that were not seen and hold no lease. A renewal takes no lock of the pool, therefore
-- their rows are locked; one that is locked is just being seen.
create function lend.unseen_sessions(p lend.pool, p_now bigint) returns uuid[]
language plpgsql volatile as $$
begin
  return (select array(
    select s.id from lend.session s
      where s.pool = p.id and s.present_until <= p_now
        and not exists (
          select from lend.request h
            where h.pool = p.id and h.session = s.id and h.state = 'g' offset 0)
      order by s.id limit 100 for update skip locked));
end $$;

-- Ends what is due: leases whose grace period has ended, and sessions that were not seen.
--
-- Sessions that have gone leave the line before anything is freed, or each of their requests in
-- turn would be lent what the one before it did not return.
create function lend.sweep(p lend.pool, p_now bigint) returns void language plpgsql as $$
declare
  q lend.request;
  v_id uuid;
  v_due uuid[];
  v_session uuid;
  v_must_walk boolean := false;
begin
  if not lend.is_due(p, p_now) then return; end if;
  foreach v_session in array lend.unseen_sessions(p, p_now) loop
    v_must_walk := lend.end_session_waiting(p, v_session, 'gone', p_now) or v_must_walk;
  end loop;
  v_due := array(
    select l.id from lend.request l
      where l.pool = p.id and l.state = 'g' and l.lease_ends_at <= p_now - lend.grace(p)
      order by l.lease_ends_at, l.ticket limit 100);
  for v_session in
    select l.session from unnest(v_due) with ordinality d(id, index)
        join lend.request l on l.pool = p.id and l.id = d.id
      order by d.index
  loop
    perform from lend.session s
      where s.pool = p.id and s.id = v_session and s.present_until > p_now;
    if not found then
      v_must_walk := lend.end_session_waiting(p, v_session, 'gone', p_now) or v_must_walk;
    end if;
  end loop;
  if v_must_walk then perform lend.walk(p, p_now); end if;
  foreach v_id in array v_due loop
    select * into strict q from lend.request l
      where l.pool = p.id and l.id = v_id for no key update;
    -- A renewal may have renewed it meanwhile.
    continue when q.lease_ends_at > p_now - lend.grace(p);
    perform lend.end_lease(
      p, q, coalesce(lend.ending(q, p, p_now), 'expired'), q.revoked, p_now);
  end loop;
  foreach v_session in array lend.unseen_sessions(p, p_now) loop
    perform lend.end_session(p, v_session, 'gone', 'gone', p_now);
  end loop;
  perform lend.forget(p, p_now);
end $$;

-- Ends what is due, and returns the moment of the decision.
create function lend.swept(p lend.pool) returns bigint language plpgsql as $$
declare
  v_now bigint := lend.now_us(p);
begin
  perform lend.sweep(p, v_now);
  return v_now;
end $$;

-- Notes that a pool is used, by the server's clock. It returns false if that may have jumped since
-- the pool was last used: back, or forward by more than half the time to live. Holders and waiters
-- use the pool every third of it.
--
-- The clock is not noted at each use, because that writes.
create function lend.has_seen(p lend.pool, p_now bigint) returns boolean language plpgsql as $$
declare
  v_seen bigint := pg_sequence_last_value(p.seen);
begin
  if v_seen = p.jumped_at then v_seen := p.seen_after_jump; end if;
  if v_seen is null or p_now - v_seen between 0 and p.time_to_live / 16 then
    if v_seen is null then perform setval(p.seen, p_now); end if;
    return true;
  end if;
  if p_now - v_seen not between 0 and p.time_to_live / 2 then return false; end if;
  perform setval(p.seen, p_now);
  return true;
end $$;

-- Lets the pool's clock go on, after a jump of the server's, from where it was when the pool was
-- last used: a lease, or the presence of a session, ends as long after this moment as it would have
-- then.
--
-- After a jump forward, or a silence, nothing is known about how much time has passed for holders.
--
-- The jump is recorded in the row of the pool and not in the sequence, so that it is forgotten with
-- this transaction if that fails.
create function lend.hold_back(p lend.pool, p_now bigint) returns void language plpgsql as $$
declare
  v_last bigint := pg_sequence_last_value(p.seen);
  v_gap bigint := p_now - case when v_last = p.jumped_at then p.seen_after_jump else v_last end;
begin
  raise log 'lend: the clock is % s after the last use of the pool "%"; leases are held back',
    v_gap / 1000000.0, p.name;
  update lend.pool k
    set jumped_at = v_last, seen_after_jump = p_now, clock_ahead = k.clock_ahead + v_gap
    where k.id = p.id;
end $$;

-- Begins a decision: locks the pool until the end of the transaction, and returns its row; or a row
-- of nulls.
--
-- The lock is one of a row, which only functions of the owner can take. An advisory lock could be
-- taken by any role that may connect.
create function lend.enter(p_pool text) returns lend.pool language plpgsql as $$
declare
  p lend.pool;
  v_now bigint;
begin
  select * into p from lend.pool k where k.name = p_pool for no key update;
  if not found then return p; end if;
  v_now := lend.now_us();
  if lend.has_seen(p, v_now) then return p; end if;
  perform lend.hold_back(p, v_now);
  select * into p from lend.pool k where k.id = p.id;
  return p;
end $$;
