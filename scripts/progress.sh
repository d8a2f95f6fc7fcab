# Sourced by scripts/setup and scripts/build: one line on a terminal that says what is done, how far it is, and how
# long the rest will take if it goes on as it went so far. Other outputs get one line at the start.

# watch PID TEXT COUNT: COUNT is a command that prints "DONE TOTAL", or nothing as long as it can't tell.
watch() {
  local pid=$1 text=$2 count=$3 ticks=0 announced=
  while kill -0 "$pid" 2>/dev/null; do
    sleep 0.05
    ((++ticks >= 20)) || continue # only what takes more than a moment is worth a line
    if [[ -t 2 ]]; then
      printf '\r\033[K%s%s' "$text" "$(progress "$($count)")" >&2
      sleep 0.4
    elif [[ -z $announced ]]; then
      echo "$text" >&2
    fi
    announced=yes
  done
  [[ -n $announced && -t 2 ]] && printf '\r\033[K' >&2
  wait "$pid"
}

# The first steps tell too little about the others.
progress() { # "DONE TOTAL"
  local done total elapsed=$((SECONDS - begun))
  read -r done total <<<"$1" || true
  [[ -n ${total:-} ]] || return 0
  printf ': %s of %s steps' "$done" "$total"
  ((done * 20 >= total && done >= 3 && elapsed >= 5 && done < total)) || return 0
  local left=$((elapsed * (total - done) / done))
  if ((left >= 90)); then
    printf ', about %s minutes left' $(((left + 30) / 60))
  else
    printf ', about %s seconds left' $((left / 10 * 10 + 10))
  fi
}
begun=$SECONDS
