-- Edition 1: what viewers see, and who may do what. Payloads are for holders only.

create function lend.session_json(p_pool int, p_session uuid) returns json language sql stable as $$
  select coalesce(
    (select json_build_object('id', s.id, 'host', s.host, 'process', s.process, 'job', s.job)
      from lend.session s where s.pool = p_pool and s.id = p_session),
    json_build_object('id', p_session, 'host', 'unknown', 'process', 0, 'job', ''))
$$;

create function lend.wants_json(q lend.request) returns json language sql stable as $$
  select json_agg(json_build_object(
      'count', w.want -> 0, 'labels', w.want -> 1, 'preferring', q.preferring[w.index])
      order by w.index)
    from lend.shape s cross join json_array_elements(s.text::json) with ordinality w(want, index)
    where s.id = q.shape
$$;

create function lend.report_1(p_pool text) returns text language plpgsql security definer
set search_path = pg_catalog, lend, pg_temp as $$
declare
  p lend.pool;
  v_now bigint;
  v_report json;
begin
  select * into p from lend.pool where name = p_pool;
  if not found then return lend.refused('unknownPool'); end if;
  v_now := lend.now_us(p);
  -- One statement, so that all of it is of one moment.
  select json_build_object(
      'settings', lend.settings(p),
      'resources', (
        select coalesce(json_agg(json_build_object(
            'name', r.name, 'labels', r.labels,
            'state', case
              when r.state = 'l' and v_now >= q.lease_ends_at then 'overdue'
              when r.state = 'l' and r.on_return = 'r' then 'draining'
              else lend.state_word(r.state) end,
            'shows', r.shows, 'reason', r.reason,
            'holder', case when q.id is not null then json_build_object(
              'request', q.id, 'session', lend.session_json(p.id, q.session), 'fence', q.fence,
              'held', v_now - q.granted_at, 'remaining', q.lease_ends_at - v_now) end)
            order by r.id), '[]')
          from lend.resource r
            left join lend.request q on q.pool = r.pool and q.id = r.request
          where r.pool = p.id),
      'line', (
        select coalesce(json_agg(json_build_object(
            'request', l.id, 'session', lend.session_json(p.id, l.session),
            'wants', lend.wants_json(l), 'priority', l.priority, 'waited', v_now - l.joined_at)
            order by l.rank, l.ticket), '[]')
          from (
            select * from lend.request q where q.pool = p.id and q.state = 'w'
              order by q.rank, q.ticket limit 1000) l),
      'waiting', (select count(*) from lend.request q where q.pool = p.id and q.state = 'w'),
      'events', (
        select coalesce(json_object_agg(c.kind, c.entries), '{}')
          from (
            select n.kind, sum(n.entries) as entries
              from lend.tally t cross join lateral (
                  select e.key as kind, e.value::bigint as entries
                    from jsonb_each_text(t.entries) e
                  union all
                  select o.kind, count(*) from lend.event o
                    where o.pool = p.id and o.number > t.up_to group by o.kind) n
              where t.pool = p.id group by n.kind) c))
    into v_report;
  return json_build_object('reported', v_report)::text;
end $$;

create function lend.events_1(p_pool text, p_after bigint, p_limit int) returns text
language plpgsql security definer set search_path = pg_catalog, lend, pg_temp as $$
declare
  p lend.pool;
  v_events json;
begin
  select * into p from lend.pool where name = p_pool;
  if not found then return lend.refused('unknownPool'); end if;
  select coalesce(json_agg(json_build_object(
      'number', e.number, 'time', e.time, 'kind', e.kind, 'resource', e.resource,
      'request', e.request, 'fence', e.fence, 'detail', e.detail) order by e.number), '[]')
    into v_events
    from (
      select * from lend.event o where o.pool = p.id and o.number > p_after
        order by o.number limit least(greatest(p_limit, 0), 10000)) e;
  return json_build_object('events', v_events)::text;
end $$;

create function lend.epoch_1() returns bigint language plpgsql stable security definer
set search_path = pg_catalog, lend, pg_temp as $$
begin
  return (select epoch from lend.place);
end $$;

-- Whether the server is the one that gave out the last fence. If not, the next fence raises the
-- epoch.
create function lend.is_place_known_1() returns boolean language plpgsql stable security definer
set search_path = pg_catalog, lend, pg_temp as $$
begin
  return exists (select from lend.place
    where started = pg_postmaster_start_time() and database = lend.database()
      and relation = tableoid);
end $$;

create view lend.stock with (security_barrier) as
  select p.name as pool, r.name, r.labels,
    case when r.state = 'l' and q.lease_ends_at <= lend.now_us() - p.clock_ahead then 'overdue'
      else lend.state_word(r.state) end as state,
    r.shows, r.reason, q.role as holder, s.host, s.process, s.job, q.fence,
    to_timestamp((q.granted_at + p.clock_ahead) / 1e6) as since
  from lend.resource r join lend.pool p on p.id = r.pool
    left join lend.request q on q.pool = r.pool and q.id = r.request
    left join lend.session s on s.pool = q.pool and s.id = q.session;

create view lend.line with (security_barrier) as
  select p.name as pool, q.id as request, q.role as waiter, s.host, s.process, s.job, q.priority,
    row_number() over (partition by q.pool order by q.rank, q.ticket) as place,
    to_timestamp((q.joined_at + p.clock_ahead) / 1e6) as since
  from lend.request q join lend.pool p on p.id = q.pool
    left join lend.session s on s.pool = q.pool and s.id = q.session
  where q.state = 'w';

revoke all on all tables in schema lend from public;
revoke all on all sequences in schema lend from public;
revoke execute on all functions in schema lend from public;

grant usage on schema lend to lend_viewer, lend_borrower, lend_keeper;
grant select on lend.stock, lend.line to lend_viewer;
-- Views call these with the rights of their reader.
grant execute on function lend.now_us(), lend.state_word("char") to lend_viewer;
grant execute on function lend.edition(), lend.attend_1(),
  lend.epoch_1(), lend.is_place_known_1(),
  lend.report_1(text), lend.events_1(text, bigint, int) to lend_viewer;
grant execute on function
  lend.listen_1(uuid), lend.unlisten_1(uuid), lend.echo_1(uuid, uuid),
  lend.open_1(text, json, uuid, text, int, text),
  lend.ask_1(text, uuid, uuid, text, text[], int, boolean),
  lend.renew_1(text, uuid, uuid[], bigint[], uuid[]),
  lend.give_back_1(text, uuid, bigint, text[], text, text),
  lend.withdraw_1(text, uuid), lend.sweep_1(text), lend.close_1(text, uuid) to lend_borrower;
grant execute on function
  lend.add_1(text, text[], text[], bytea[], uuid[]), lend.drain_1(text, text),
  lend.quarantine_1(text, text, text), lend.repair_1(text, text),
  lend.take_back_1(text, text, text, boolean), lend.configure_1(text, json),
  lend.raise_epoch_1(bigint) to lend_keeper;

reset role;
