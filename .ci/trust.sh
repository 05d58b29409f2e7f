# Tests each cell of the tables in Sources/Stores/Documentation/trust.md. Sourced by .ci/operating,
# whose users, servers and functions it uses.
#
# The row of a cell names what is tried, its column who tries it. The cell begins with "yes" or "no".

# Tries something while a command of ann's holds held-1. The words REQUEST, FENCE and COMMAND stand
# for those of the lease and the number of the process.
beside_a_lease() {
  local holder command request fence status=0 words
  rm -f /home/ann/lease
  as ann lend run --label held -- sh -c 'echo "$$ $LEND_REQUEST $LEND_FENCE" >lease.new
    mv lease.new lease; exec sleep 60' >/dev/null 2>&1 &
  holder=$!
  until [[ -e /home/ann/lease ]]; do sleep 0.02; done
  read -r command request fence </home/ann/lease
  words=("${@/#REQUEST/$request}")
  words=("${words[@]/#FENCE/$fence}")
  words=("${words[@]/#COMMAND/$command}")
  "${words[@]}" || status=$?
  kill -KILL "$command" 2>/dev/null || true
  wait "$holder" 2>/dev/null || true
  return $status
}

# Whether ann cannot borrow while a user locks all files of the store that it can open.
locks_out() {
  local locker status=0
  rm -f "/home/$1/ready"
  as "$1" bash -c '
    for file in "$LEND_AT" "$LEND_AT"-{lock,entry,wal,shm}; do
      if { exec {lock}<"$file"; } 2>/dev/null; then flock --nonblock $lock && echo "$file"; fi
    done
    touch ready
    exec sleep 60' &
  locker=$!
  until [[ -e /home/$1/ready ]]; do sleep 0.02; done
  as ann timeout 15 lend run -- true || status=$?
  pkill -KILL --uid "$1" sleep
  wait $locker || true
  ((status != 0))
}

# Whether a user can do this with the SQLite store of ann and the group lab. Eve is in no group;
# the word `reader` stands for her where all may read the file.
can_with_file() {
  local what=$1 user=$2
  chmod 660 "$LEND_AT"
  chmod 2770 "$(dirname "$LEND_AT")"
  if [[ $user == reader ]]; then
    user=eve
    chmod 664 "$LEND_AT"
    chmod 2775 "$(dirname "$LEND_AT")"
  fi
  case $what in
    'read the stock and its payloads') as "$user" grep -q 'usb:payload' "$LEND_AT" ;;
    'borrow') as "$user" lend run -- true ;;
    'add, quarantine, repair') as "$user" lend add "by-$2" ;;
    'end the lease of another user')
      beside_a_lease as "$user" lend take-back held-1 --because 'it is due'
      ;;
    'signal the command of another user') beside_a_lease as "$user" kill -0 COMMAND ;;
    'hold up all others') locks_out "$user" ;;
    'replace or remove the file') as "$user" mv "$LEND_AT" "$LEND_AT.old" && mv "$LEND_AT.old" "$LEND_AT" ;;
    *) fail "This row has no test: $what" ;;
  esac
}

# Whether a role can do this in the database, where lab_desk is the role of ann's commands.
can_with_role() {
  local what=$1 role=$2 at=postgres://$2@db.example.org/lend
  export LEND_AT=$desk
  case $what in
    'read the report') lend report --json --at "$at" ;;
    'read payloads without borrowing')
      psql -X -q -d "$at" -c "select encode(payload, 'escape') from lend.resource" |
        grep usb:payload >/dev/null
      ;;
    'borrow') lend run --at "$at" -- true ;;
    'return the lease of `lab_desk`') beside_a_lease lend return REQUEST FENCE --at "$at" ;;
    'take it back') beside_a_lease lend take-back held-1 --because 'it is due' --at "$at" ;;
    'add, quarantine, repair, set rules') lend add "by-$role" --at "$at" ;;
    'create a pool') lend init --pool "of-$role" --at "$at" ;;
    'raise the epoch') psql -X -q -d "$at" -c 'select lend.raise_epoch_1(0)' ;;
    'change tables') psql -X -q -d "$at" -c "update lend.resource set reason = null" ;;
    'hold up a pool') holds_up "$at" ;;
    'end connections of `lab_desk`')
      beside_a_lease psql -X -q -v ON_ERROR_STOP=1 -d "$at" -c "
        select pg_terminate_backend(pid) from pg_stat_activity
          where usename = 'lab_desk' and pid <> pg_backend_pid()"
      ;;
    *) fail "This row has no test: $what" ;;
  esac
}

# Whether a transaction that a role leaves open holds up other borrowers. It calls what it may, just
# after a restart of the server, which changes the epoch.
holds_up() {
  local open status=0
  psql -X -q -d "$server" -c 'update lend.place set started = to_timestamp(0)'
  PGAPPNAME=open psql -X -q -d "$1" -v ON_ERROR_ROLLBACK=on -c begin \
    -c "select lend.sweep_1('default')" -c "select lend.report_1('default')" \
    -c 'select lend.attend_1()' -c "select pg_advisory_lock(1279610436, hashtext('default'))" \
    -c 'select pg_sleep(60)' &
  open=$!
  until [[ $(psql -X -q -t -A -d "$server" -c "select count(*) from pg_stat_activity
    where application_name = 'open' and query like '%pg_sleep%'") == 1 ]]; do
    kill -0 $open 2>/dev/null || break
    sleep 0.02
  done
  # What a grant waits for: the pool's lock, and the epoch.
  psql -X -q -v ON_ERROR_STOP=1 -d "$server" -c 'set search_path = pg_catalog, lend, pg_temp' \
    -c "set lock_timeout = '200ms'" -c begin -c "select enter('default'), next_fence()" || status=$?
  psql -X -q -d "$server" -c "select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'open'"
  wait $open || true
  ((status != 0))
}

trimmed() { sed 's/^ *//; s/ *$//' <<<"$1"; }

# Tests the table below a heading. The further arguments are a function, and for each column who
# tries it.
test_table() {
  local heading=$1 function=$2 cells=0 row what cell column status
  local -a tried=("${@:3}") columns
  while IFS= read -r row <&4; do
    IFS='|' read -ra columns <<<"${row#|}"
    what=$(trimmed "${columns[0]}")
    ((${#columns[@]} == ${#tried[@]} + 1)) || fail "This row has another number of cells: $what"
    for column in "${!tried[@]}"; do
      cell=$(trimmed "${columns[column + 1]}")
      current="trust.md, '$what' by ${tried[column]}"
      status=0
      "$function" "$what" "${tried[column]}" >"$scratch/cell" 2>&1 || status=$?
      case $cell in
        yes*) ((status == 0)) || fail "It cannot, and the page says: $cell" ;;
        no*) ((status != 0)) || fail "It can, and the page says: $cell" ;;
        *) fail "A cell begins with yes or no: $cell" ;;
      esac
      cells=$((cells + 1))
      rm "$scratch/cell"
    done
  done 4< <(awk -v heading="## $heading" '
    /^## / { inside = $0 == heading; rows = 0 }
    inside && /^\|/ && ++rows > 2' "$trust")
  ((cells > 0)) || fail "There is no table below: $heading"
  echo "Tested: $cells cells below $heading"
}
