# What the scripts of the gate share. Sourced, from the package's root.

fail() {
  printf 'error: %s\n' "$1"
  exit 1
}

# --- Debian's packages --------------------------------------------------------------------------

store_packages=(libsqlite3-dev libpq-dev postgresql pkg-config)
gtk_packages=(
  libgtk-4-dev libadwaita-1-dev libshumate-dev libwebkitgtk-6.0-dev pkg-config
  xvfb xauth openbox xdotool dbus at-spi2-core fonts-dejavu-core adwaita-icon-theme libgl1-mesa-dri
)
# Fonts, because the README's pictures are compared with new ones.
browser_packages=(chromium fonts-dejavu-core)

# Installs the packages that are missing. Returns 77 if it cannot.
install_packages() {
  local missing=() package sudo=()
  if [[ $(uname) != Linux ]] || ! type -P apt-get >/dev/null; then return 77; fi
  for package in "$@"; do
    dpkg-query --show --showformat '${db:Status-Status}' "$package" 2>/dev/null |
      grep -qx installed || missing+=("$package")
  done
  if ((${#missing[@]} == 0)); then return; fi
  echo "Installing: ${missing[*]}"
  if ((EUID != 0)); then sudo=(sudo -n); fi
  if "${sudo[@]}" apt-get update -qq >/dev/null &&
    DEBIAN_FRONTEND=noninteractive "${sudo[@]}" apt-get install --yes -qq \
      --no-install-recommends "${missing[@]}" >/dev/null; then return; fi
  return 77
}

# --- Builds --------------------------------------------------------------------------------------

# All builds but those of the README's commands treat warnings as errors.
strict=(
  -Xswiftc -warnings-as-errors
  # In milliseconds of processor time. Ten seconds for one line of the package were once not seen.
  -Xswiftc -Xfrontend -Xswiftc -warn-long-expression-type-checking=250
  -Xcc -Wall -Xcc -Wextra -Xcc -Wno-unused-parameter -Xcc -Werror
)

# The traits over other authors' packages. Their builds set STAGECRAFT_STRICT instead of the options
# above, which would also reach these packages.
ecosystem_traits=Logging,Metrics,ServiceLifecycle,Tracing,PostgresNIO

# Each build has its own configuration and folder, so that builds do not invalidate each other.
# Packages in subfolders, which depend on this one with the same traits, reuse its modules.
#
# Builds the configuration with this name; further arguments are those of `swift build`.
build_once() {
  local name=$1 options=(--scratch-path "$PWD/.build/$1")
  case $name in
    ecosystem*) options+=(-Xswiftc -Xfrontend -Xswiftc -warn-long-expression-type-checking=250) ;;
    *) options+=("${strict[@]}") ;;
  esac
  case $name in
    thread | address) options+=(--sanitize "$name") ;;
    *-release) options+=(-c release -Xswiftc -enable-testing) ;;
  esac
  # A package in a subfolder names the traits itself.
  case $name$* in
    *--package-path*) ;;
    stores*) options+=(--traits SQLite,PostgreSQL) ;;
    gtk*) options+=(--traits Maps,WebPages) ;;
    traits*) options+=(--traits SQLite,PostgreSQL,Maps,WebPages) ;;
    ecosystem*) options+=(--traits "$ecosystem_traits") ;;
  esac
  # SwiftPM passes the traits to the compiler in the order of a set, which otherwise differs from run
  # to run: everything would be compiled again.
  # A build that outlives an interrupted gate does not hold the lock of its cache, descriptor 9.
  SWIFT_DETERMINISTIC_HASHING=1 swift build "${options[@]}" "${@:2}" 9>&-
}

# Builds, and shows the output only on failure: the linker prints a warning for each of a sanitizer's
# symbols, and SwiftPM one for flags of pkg-config. The arguments are those of `build_once`. In the
# gate, a kept build that fails is repeated in an empty folder.
build() {
  local log=.build/$1.log was_kept=
  if [[ -e .build/$1 ]]; then was_kept=${STAGECRAFT_GATE-}; fi
  mkdir -p .build
  if build_once "$@" >"$log" 2>&1; then return; fi
  if [[ -n $was_kept ]]; then
    echo "Building $1 again in an empty folder."
    rm -rf ".build/$1"
    if build_once "$@" >"$log" 2>&1; then return; fi
  fi
  grep -Ev 'Cannot export local symbol|prohibited flag' "$log"
  fail "This could not be built: $*"
}

# The folder of a build's programs.
binaries_of() { echo "$PWD/.build/$1/$([[ $1 == *-release ]] && echo release || echo debug)"; }

# --- Programs and tests --------------------------------------------------------------------------

# The time limit in seconds for a run of the tests, a benchmark, or the tour: several times what it
# takes on a busy machine.
limit=${limit:-1800}

# Makes a program write line by line, so that the log of one that hangs is complete; and receive
# SIGINT, which a gate in the background ignores, and SIGHUP, which one below nohup ignores,
# as would all that it starts.
by_lines=(env)
if env --default-signal=INT,HUP true 2>/dev/null; then by_lines+=(--default-signal=INT,HUP); fi
if type -P stdbuf >/dev/null; then by_lines+=(stdbuf -oL); fi

# Runs a command. If it does not end in time, shows where its threads are, and stops it.
#
# A subshell with a trap of its own: when the gate is interrupted, the command is stopped as well.
bounded() (
  # Without job control, the shell would start it with SIGINT ignored, as would be all its children.
  set -m
  "$@" 9>&- &
  process=$!
  # Otherwise the shell prints that the job is done.
  set +m
  trap 'kill $(descendants "$process") "$process" 2>/dev/null || true' EXIT
  end=$((SECONDS + limit))
  while ((SECONDS < end)); do
    kill -0 "$process" 2>/dev/null || break
    sleep 0.2
  done
  if kill -0 "$process" 2>/dev/null; then
    printf '\nerror: This has not ended in %d s: %s\n' "$limit" "$*"
    family=$(descendants "$process")
    for one in ${family:-$process}; do show_threads "$one"; done
    # The tests run in a child of `swift test`, which then has time to write its log.
    kill -KILL $family 2>/dev/null || kill "$process"
    sleep 5
    kill -KILL "$process" 2>/dev/null || true
    exit 124
  fi
  wait "$process"
)

# The descendants of a process.
descendants() {
  local one
  for one in $(pgrep -P "$1"); do
    descendants "$one"
    echo "$one"
  done
}

# Shows where all threads of a process are, if a debugger is available.
show_threads() {
  printf '\nThe threads of process %d:\n' "$1"
  gdb -p "$1" -batch -ex 'thread apply all backtrace' 2>/dev/null | grep -E '^(Thread|#)' ||
    lldb -p "$1" --batch -o 'thread backtrace all' 2>/dev/null ||
    echo "No debugger can tell: it has ended, or there is neither gdb nor lldb."
}

# Lists the tests that began and did not end, if the run itself did not end.
show_unended() {
  if grep -q 'Test run with' "$1"; then return; fi
  printf '\nBegun and not ended:\n'
  awk '
    !/ (Test|Suite) / || / Test (case|run) / { next }
    { sub(/^[^TS]*/, "  ") }
    sub(/ started\.$/, "") { running[$0]++ }
    sub(/( with [0-9]+ test cases?)? (passed|failed|skipped).*$/, "") { running[$0]-- }
    END { for (name in running) if (running[name] > 0) print name }' "$1" | sort
}

# Runs a command, or a function of a script, that runs tests. Fails, and lists what failed, unless at
# least one test ran and all passed. Its output is shown without the lines of single tests.
tests_of() {
  local log
  log=$(mktemp "${TMPDIR:-/tmp}/stagecraft-tests.XXXXXX")
  bounded "$@" >"$log" 2>&1 || true
  grep -Ev '(✔|◇) (Test (case |"|[a-z]+[A-Z0-9_(])|Suite )|prohibited flag|^\[[0-9]+/[0-9]+\]' "$log" || true
  grep -E '✔ Test run with [1-9][0-9]* tests? .*passed' "$log" >/dev/null || {
    show_unended "$log"
    printf '\nWhat failed:\n'
    grep -E '✘|recorded an issue' "$log" || tail -n 20 "$log"
    cp "$log" .build/tests.log 2>/dev/null || true
    rm -f "$log"
    echo "The tests failed, or none ran."
    return 1
  }
  # Which cgroup version the tests used in the kernel, and which was simulated by files.
  grep -h '^Groups: ' "$log" | sort -u >.build/groups.txt || true
  rm -f "$log"
}

# The program with the tests of a build. Its options are those of `swift test`, without the seconds
# in which that plans a build. `--testing-library` leaves out XCTest, whose empty run leaks a little
# memory, which the address sanitizer would report.
test_program_of() { echo "$(binaries_of "$1")/stagecraftPackageTests.xctest"; }
swift_testing=(--testing-library swift-testing)
