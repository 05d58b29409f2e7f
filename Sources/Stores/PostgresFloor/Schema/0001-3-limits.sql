-- Edition 1: the limits of what is recorded. Clients give better sentences for the same flaws.

create function lend.text_flaw(p_text text, p_role text) returns text language sql immutable as $$
  select case
    when p_text is null or p_text = '' then format('The %s is empty.', p_role)
    when octet_length(p_text) > 200 then
      format('The %s has %s bytes; it can have 200.', p_role, octet_length(p_text))
    when p_text ~ '[\x01-\x1f\x7f]' then
      format('The %s contains a control character or a line break.', p_role)
    end
$$;

create function lend.labels_flaw(p_labels text[]) returns text language sql immutable as $$
  select case
    when p_labels is null then 'The labels are missing.'
    when cardinality(p_labels) > 64 then
      format('There are %s labels; there can be 64.', cardinality(p_labels))
    else (select lend.text_flaw(l, 'label') from unnest(p_labels) l
      where lend.text_flaw(l, 'label') is not null limit 1) end
$$;

-- Labels in the order in which they are stored.
create function lend.sorted(p_labels text[]) returns text[] language sql immutable as $$
  select coalesce(array_agg(distinct l collate "C" order by l collate "C"), '{}')
    from unnest(p_labels) l
$$;

create function lend.settings_flaw(
  p_time_to_live bigint, p_margin bigint, p_grace bigint, p_maximum_hold bigint, p_on_expiry text,
  p_ageing bigint, p_log_length bigint
) returns text language sql immutable as $$
  select case
    when p_time_to_live is null or p_time_to_live not between 300000 and 86400000000 then
      'The time to live must be from 0.3 seconds to a day.'
    when p_margin <= 0 or p_margin * 2 > p_time_to_live then
      'The margin must be positive and at most half the time to live.'
    when p_grace not between 0 and 86400000000 then
      'The grace period must be from zero to a day.'
    when p_maximum_hold < p_time_to_live then
      'The maximum hold is shorter than the time to live.'
    when p_ageing is null or p_ageing <= 0 or p_ageing > 86400000000 then
      'The ageing must be up to a day for each step of priority.'
    when p_log_length is null or p_log_length not between 1000 and 10000000 then
      'The length of the log must be from 1000 to 10000000 entries.'
    when p_on_expiry is null or p_on_expiry not in ('lend-again', 'quarantine') then
      'The rule for expired leases is not known.'
    end
$$;

-- What is not allowed in the shape of a request: an array of counts and labels in JSON.
create function lend.shape_flaw(p_shape text) returns text language plpgsql immutable as $$
declare
  v_want json;
  v_flaw text;
  v_count bigint;
  v_sum bigint := 0;
begin
  if octet_length(p_shape) > 1000000 then return 'The request is too long.'; end if;
  for v_want in select * from json_array_elements(p_shape::json) loop
    v_count := (v_want ->> 0)::bigint;
    if v_count is null or v_count not between 1 and 64 then
      return format('A want is for %s resources; it must be for 1 to 64.', v_count);
    end if;
    v_sum := v_sum + v_count;
    v_flaw := lend.labels_flaw(array(select json_array_elements_text(v_want -> 1)));
    if v_flaw is not null then return v_flaw; end if;
  end loop;
  if v_sum = 0 then return 'The request wants nothing; give at least one want.'; end if;
  if v_sum > 64 then
    return format('The request is for %s resources; it can be for 64.', v_sum);
  end if;
  return null;
exception when data_exception then
  return 'The wants are not in the form that this store reads.';
end $$;
