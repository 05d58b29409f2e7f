-- Edition 1: what keepers call. As in LendingMachine+Keeping.

create function lend.addition_flaw(p_name text, p_labels text[], p_payload bytea) returns text
language sql immutable as $$
  select coalesce(
    case when p_payload is null or octet_length(p_payload) > 65536 then
      format('The payload has %s bytes; it can have 65536.', octet_length(p_payload)) end,
    lend.text_flaw(p_name, 'name'), lend.labels_flaw(p_labels));
$$;

create function lend.add_one(
  p lend.pool, p_name text, p_labels text[], p_payload bytea, p_token uuid, p_now bigint
) returns void language plpgsql as $$
declare
  r lend.resource;
  v_labels text[] := lend.sorted(p_labels);
begin
  select * into r from lend.resource k where k.pool = p.id and k.name = p_name;
  if found then
    if r.token = p_token then return; end if;
    update lend.resource k
      set labels = v_labels, payload = p_payload, token = p_token, state = 'f', on_return = 'f',
        reason = null, shows = null, freed_at = p_now, want = 0, preferred = false
      where k.id = r.id;
    delete from lend.fits f where f.resource = r.id;
  else
    insert into lend.resource (pool, name, labels, payload, token, freed_at)
      values (p.id, p_name, v_labels, p_payload, p_token, p_now) returning * into r;
  end if;
  insert into lend.fits (label_set, resource)
    select s.id, r.id from lend.label_set s where s.pool = p.id and s.labels <@ v_labels;
  perform lend.log(
    p, p_now, 'added', p_name, null, null, array_to_string(v_labels, ','));
  perform lend.settle(p, r.id, p_now);
end $$;

-- Adds all, or none if the name of one is in use. The labels of each are an array as text.
create function lend.add_1(
  p_pool text, p_names text[], p_labels text[], p_payloads bytea[], p_tokens uuid[]
) returns text language plpgsql security definer set search_path = pg_catalog, lend, pg_temp as $$
declare
  p lend.pool;
  v_now bigint;
  v_count int := cardinality(p_names);
  v_flaw text;
  v_name text;
begin
  p := lend.enter(p_pool);
  if p.id is null then return lend.refused('unknownPool'); end if;
  if v_count > 1000 then
    v_flaw := format('%s resources are added at once; it can be 1000.', v_count);
  end if;
  for i in 1..v_count loop
    exit when v_flaw is not null;
    v_flaw := lend.addition_flaw(p_names[i], p_labels[i]::text[], p_payloads[i]);
  end loop;
  if v_flaw is null and v_count > (select count(distinct n) from unnest(p_names) n) then
    v_flaw := 'A name is added twice at once.';
  end if;
  if v_flaw is not null then return lend.refused('invalid', v_flaw); end if;
  v_now := lend.swept(p);
  select a.name into v_name
    from unnest(p_names, p_tokens) with ordinality a(name, token, number)
      join lend.resource k on k.pool = p.id and k.name = a.name
    where k.token <> a.token and k.state <> 'r'
    order by a.number limit 1;
  if found then return lend.refused('duplicate', v_name); end if;
  for i in 1..v_count loop
    perform lend.add_one(
      p, p_names[i], p_labels[i]::text[], p_payloads[i], p_tokens[i], v_now);
  end loop;
  return lend.done();
end $$;

-- Ends waiting requests that the stock can no longer satisfy, in the order of the line. It returns
-- whether one of them was for several resources, so that the line must be walked.
create function lend.end_impossible(p lend.pool, p_resource int, p_now bigint) returns boolean
language plpgsql as $$
declare
  q lend.request;
  v_kind int;
  v_match record;
  v_kinds int[] := '{}';
  v_several boolean := false;
begin
  foreach v_kind in array array(
    select distinct k.kind from lend.fits f join lend.kind_set k on k.label_set = f.label_set
      where f.resource = p_resource
        and exists (select from lend.request w where w.kind = k.kind and w.state = 'w'))
  loop
    v_match := lend.match(
      p.id, (select k.label_sets from lend.kind k where k.id = v_kind), null, true, '{}');
    if array_position(v_match.ids, null) is not null then v_kinds := v_kinds || v_kind; end if;
  end loop;
  for q in
    select * from lend.request w where w.kind = any (v_kinds) and w.state = 'w'
      order by w.rank, w.ticket
  loop
    perform lend.notify(q);
    perform lend.end_waiting(p, q, 'impossible', p_now);
    v_several := v_several or q.several;
  end loop;
  return v_several;
end $$;

create function lend.drain_1(p_pool text, p_name text) returns text language plpgsql
security definer set search_path = pg_catalog, lend, pg_temp as $$
declare
  p lend.pool;
  r lend.resource;
  v_now bigint;
begin
  p := lend.enter(p_pool);
  if p.id is null then return lend.refused('unknownPool'); end if;
  v_now := lend.swept(p);
  select * into r from lend.resource k where k.pool = p.id and k.name = p_name;
  if not found then return lend.refused('unknownResource', p_name); end if;
  if r.state = 'r' or r.on_return = 'r' then return lend.done(); end if;
  if r.state = 'l' then
    update lend.resource k set on_return = 'r' where k.id = r.id;
    perform lend.log(p, v_now, 'draining', p_name, null, null, null);
  else
    update lend.resource k set state = 'r' where k.id = r.id;
    perform lend.log(p, v_now, 'retired', p_name, null, null, null);
  end if;
  if lend.end_impossible(p, r.id, v_now) then
    perform lend.walk(p, v_now);
  else
    perform lend.settle_several(p, v_now);
  end if;
  return lend.done();
end $$;

create function lend.quarantine_1(p_pool text, p_name text, p_reason text) returns text
language plpgsql security definer set search_path = pg_catalog, lend, pg_temp as $$
declare
  p lend.pool;
  r lend.resource;
  v_now bigint;
  v_flaw text := lend.text_flaw(p_reason, 'reason');
begin
  p := lend.enter(p_pool);
  if p.id is null then return lend.refused('unknownPool'); end if;
  if v_flaw is not null then return lend.refused('invalid', v_flaw); end if;
  v_now := lend.swept(p);
  select * into r from lend.resource k where k.pool = p.id and k.name = p_name;
  if not found then return lend.refused('unknownResource', p_name); end if;
  if r.state = 'r' then return lend.wrong_state(p_name, 'retired'); end if;
  if r.on_return = 'r' then return lend.wrong_state(p_name, 'draining'); end if;
  if r.state = 'l' then
    update lend.resource k set on_return = 'q', reason = p_reason where k.id = r.id;
  else
    update lend.resource k set state = 'q', reason = p_reason where k.id = r.id;
  end if;
  perform lend.log(p, v_now, 'quarantined', p_name, null, null, p_reason);
  perform lend.settle_several(p, v_now);
  return lend.done();
end $$;

create function lend.repair_1(p_pool text, p_name text) returns text language plpgsql
security definer set search_path = pg_catalog, lend, pg_temp as $$
declare
  p lend.pool;
  r lend.resource;
  v_now bigint;
begin
  p := lend.enter(p_pool);
  if p.id is null then return lend.refused('unknownPool'); end if;
  v_now := lend.swept(p);
  select * into r from lend.resource k where k.pool = p.id and k.name = p_name;
  if not found then return lend.refused('unknownResource', p_name); end if;
  if r.state = 'f' or (r.state = 'l' and r.on_return = 'f') then return lend.done(); end if;
  if r.state = 'l' then
    update lend.resource k set on_return = 'f', reason = null where k.id = r.id;
    perform lend.log(p, v_now, 'repaired', p_name, null, null, null);
  else
    update lend.resource k set state = 'f', freed_at = v_now, reason = null where k.id = r.id;
    perform lend.log(p, v_now, 'repaired', p_name, null, null, null);
    perform lend.settle(p, r.id, v_now);
  end if;
  return lend.done();
end $$;

create function lend.take_back_1(
  p_pool text, p_name text, p_reason text, p_immediately boolean
) returns text language plpgsql security definer set search_path = pg_catalog, lend, pg_temp as $$
declare
  p lend.pool;
  r lend.resource;
  q lend.request;
  v_now bigint;
  v_flaw text := lend.text_flaw(p_reason, 'reason');
begin
  p := lend.enter(p_pool);
  if p.id is null then return lend.refused('unknownPool'); end if;
  if v_flaw is not null then return lend.refused('invalid', v_flaw); end if;
  v_now := lend.swept(p);
  select * into r from lend.resource k where k.pool = p.id and k.name = p_name;
  if not found then return lend.refused('unknownResource', p_name); end if;
  if r.state <> 'l' then return lend.wrong_state(p_name, lend.state_word(r.state)); end if;
  select * into strict q from lend.request w
    where w.pool = p.id and w.id = r.request for no key update;
  perform lend.notify(q);
  if p_immediately then
    perform lend.end_lease(p, q, 'taken-back', p_reason, v_now);
  else
    update lend.request w set revoked = p_reason where w.pool = p.id and w.id = q.id;
    perform lend.log(p, v_now, 'taken-back', p_name, q.id, q.fence, p_reason);
  end if;
  return lend.done();
end $$;

create function lend.configure_1(p_pool text, p_settings json) returns text language plpgsql
security definer set search_path = pg_catalog, lend, pg_temp as $$
declare
  p lend.pool;
  v_now bigint;
  v_flaw text := lend.settings_flaw(
    (p_settings ->> 'timeToLive')::bigint, (p_settings ->> 'margin')::bigint,
    (p_settings ->> 'grace')::bigint, (p_settings ->> 'maximumHold')::bigint,
    p_settings ->> 'onExpiry', (p_settings ->> 'ageing')::bigint,
    coalesce((p_settings ->> 'logLength')::bigint, 100000));
begin
  p := lend.enter(p_pool);
  if p.id is null then return lend.refused('unknownPool'); end if;
  if v_flaw is not null then return lend.refused('invalid', v_flaw); end if;
  v_now := lend.swept(p);
  update lend.pool k
    set time_to_live = (p_settings ->> 'timeToLive')::bigint,
      margin = (p_settings ->> 'margin')::bigint, grace = (p_settings ->> 'grace')::bigint,
      maximum_hold = (p_settings ->> 'maximumHold')::bigint,
      on_expiry = p_settings ->> 'onExpiry', ageing = (p_settings ->> 'ageing')::bigint,
      log_length = coalesce((p_settings ->> 'logLength')::bigint, k.log_length)
    where k.id = p.id;
  perform lend.log(p, v_now, 'configured', null, null, null, null);
  return lend.done();
end $$;

-- Raises the epoch of fences above another one, also that of other pools.
create function lend.raise_epoch_1(p_above bigint) returns text language plpgsql
security definer set search_path = pg_catalog, lend, pg_temp as $$
begin
  if p_above not between 0 and 8388606 then
    raise exception 'No epoch is above %: give the fence that a guard has seen, divided by 2^40.',
      p_above using errcode = '22023';
  end if;
  return lend.raise_epoch(p_above);
end $$;
