-- Edition 1: label sets, kinds, and which resource for which need. As in LendingMachine+Matching.

-- The number of a set of labels, or null if it is new and no resource fits it.
create function lend.label_set(p_pool int, p_labels text[]) returns int language plpgsql as $$
declare
  v_hash bigint := hashtextextended(array_to_string(p_labels, chr(31)), 0);
  v_id int;
begin
  select id into v_id from lend.label_set s
    where s.pool = p_pool and s.hash = v_hash and s.labels = p_labels;
  if found then return v_id; end if;
  if not exists (select from lend.resource r where r.pool = p_pool and r.labels @> p_labels) then
    return null;
  end if;
  insert into lend.label_set (pool, labels, hash) values (p_pool, p_labels, v_hash)
    returning id into v_id;
  insert into lend.fits (label_set, resource)
    select v_id, r.id from lend.resource r where r.pool = p_pool and r.labels @> p_labels;
  return v_id;
end $$;

-- The number of a kind of request.
create function lend.kind(p_pool int, p_label_sets int[]) returns int language plpgsql as $$
declare
  v_id int;
begin
  select id into v_id from lend.kind k where k.pool = p_pool and k.label_sets = p_label_sets;
  if found then return v_id; end if;
  insert into lend.kind (pool, label_sets) values (p_pool, p_label_sets) returning id into v_id;
  insert into lend.kind_set (label_set, kind)
    select distinct s, v_id from unnest(p_label_sets) s;
  return v_id;
end $$;

-- The first resources that fit a label set, those that show the preferred key first.
create function lend.candidates(
  p_pool int, p_label_set int, p_preferring text, p_stock boolean, p_without int[], p_limit int,
  out ids int[], out preferred boolean[]
) language plpgsql as $$
declare
  v_others int[];
  v_rest int;
  v_window int;
begin
  if p_stock then
    ids := array(
      select r.id from lend.fits f join lend.resource r on r.id = f.resource
        where f.label_set = p_label_set and r.state <> 'r' and r.on_return <> 'r'
        order by f.resource limit p_limit);
    preferred := array_fill(false, array[cardinality(ids)]);
    return;
  end if;
  ids := '{}';
  preferred := '{}';
  if p_preferring is not null then
    ids := array(
      select r.id from lend.resource r
        where r.pool = p_pool and r.state = 'f' and r.shows = p_preferring
          and r.id <> all (p_without)
          and exists (
            select from lend.fits f
              where f.label_set = p_label_set and f.resource = r.id offset 0)
        order by r.freed_at, r.id limit p_limit);
    preferred := array_fill(true, array[cardinality(ids)]);
    if cardinality(ids) = p_limit then return; end if;
  end if;
  -- The first free resources are mostly enough. If few of them fit, those that fit are looked at.
  v_rest := p_limit - cardinality(ids);
  v_window := 20 + 2 * p_limit + cardinality(p_without);
  v_others := array(
    select w.id
      from (
        select r.id, r.freed_at from lend.resource r
          where r.pool = p_pool and r.state = 'f' order by r.freed_at, r.id limit v_window) w
      where w.id <> all (p_without) and w.id <> all (ids)
        and exists (
          select from lend.fits f where f.label_set = p_label_set and f.resource = w.id offset 0)
      order by w.freed_at, w.id limit v_rest);
  if cardinality(v_others) < v_rest and exists (
      select from lend.resource r
        where r.pool = p_pool and r.state = 'f'
        order by r.freed_at, r.id offset v_window limit 1) then
    v_others := array(
      select r.id from lend.fits f join lend.resource r on r.id = f.resource
        where f.label_set = p_label_set and r.state = 'f'
          and r.id <> all (p_without) and r.id <> all (ids)
        order by r.freed_at, r.id limit v_rest);
  end if;
  ids := ids || v_others;
  preferred := preferred || array_fill(false, array[cardinality(v_others)]);
end $$;

-- Finds a different resource for as many needs as possible; null where there is none.
--
-- Needs are served in order. Each takes its first candidate that is not taken; if all are taken,
-- the first whose owner can move to another one. The search for such a chain is depth-first:
-- `v_stack` holds the needs of the chain and `v_at` the candidate that each of them tries.
create function lend.match(
  p_pool int, p_label_sets int[], p_preferring text[], p_stock boolean, p_without int[],
  out ids int[], out preferred boolean[]
) language plpgsql as $$
declare
  v_count int := cardinality(p_label_sets);
  v_ids int[] := '{}';
  v_preferred boolean[] := '{}';
  v_first int[];
  v_last int[];
  v_group record;
  v_groups int := 0;
  v_stack int[];
  v_at int[];
  v_depth int;
  v_visited int[];
  v_need int;
  v_candidate int;
begin
  if v_count = 0 then
    ids := '{}';
    preferred := '{}';
    return;
  end if;
  for i in 1..v_count loop
    if i > 1 and p_label_sets[i] = p_label_sets[i - 1]
      and (p_stock or p_preferring[i] is not distinct from p_preferring[i - 1]) then
      v_first[i] := v_first[i - 1];
      v_last[i] := v_last[i - 1];
      continue;
    end if;
    v_groups := v_groups + 1;
    v_group := lend.candidates(
      p_pool, p_label_sets[i], p_preferring[i], p_stock, p_without, v_count);
    v_first[i] := cardinality(v_ids) + 1;
    v_ids := v_ids || v_group.ids;
    v_preferred := v_preferred || v_group.preferred;
    v_last[i] := cardinality(v_ids);
  end loop;

  if v_groups = 1 then
    -- All needs are alike: the candidates in their order.
    ids := v_ids || array_fill(null::int, array[v_count - cardinality(v_ids)]);
    preferred := v_preferred || array_fill(null::boolean, array[v_count - cardinality(v_ids)]);
    return;
  end if;

  ids := array_fill(null::int, array[v_count]);
  preferred := array_fill(null::boolean, array[v_count]);
  for i in 1..v_count loop
    v_visited := '{}';
    v_depth := 1;
    v_stack[1] := i;
    v_at[1] := 0;
    <<chain>>
    while v_depth > 0 loop
      v_need := v_stack[v_depth];
      if v_at[v_depth] = 0 then
        for k in v_first[v_need]..v_last[v_need] loop
          if array_position(ids, v_ids[k]) is null then
            -- Each need of the chain takes what it tries.
            v_at[v_depth] := k;
            for d in reverse v_depth..1 loop
              ids[v_stack[d]] := v_ids[v_at[d]];
              preferred[v_stack[d]] := v_preferred[v_at[d]];
            end loop;
            exit chain;
          end if;
        end loop;
        v_at[v_depth] := v_first[v_need] - 1;
      end if;
      v_candidate := v_at[v_depth] + 1;
      while v_candidate <= v_last[v_need]
        and array_position(v_visited, v_ids[v_candidate]) is not null loop
        v_candidate := v_candidate + 1;
      end loop;
      if v_candidate > v_last[v_need] then
        v_depth := v_depth - 1;
        continue chain;
      end if;
      v_at[v_depth] := v_candidate;
      v_visited := v_visited || v_ids[v_candidate];
      v_depth := v_depth + 1;
      v_stack[v_depth] := array_position(ids, v_ids[v_candidate]);
      v_at[v_depth] := 0;
    end loop;
  end loop;
end $$;
