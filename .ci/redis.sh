# A Redis or Valkey server for one run: unprivileged, on a free port, nothing kept on the disk.
# Sourced by .ci/run, which sets `scratch` and `password`, after .ci/postgres.sh, which gives `free_port`.

redis_pids=()

# Debian 12 has redis-server, and valkey-server in its backports; later releases have both.
redis_program() {
  command -v valkey-server || command -v redis-server
}

redis_package() {
  if [ -n "$(apt-cache --names-only search '^valkey-server$')" ]; then echo valkey-server; else echo redis-server; fi
}

# Sets REDIS_URL. Each call starts a server: those that share one share the channels of all its databases.
start_redis() {
  local folder=$scratch/redis-${#redis_pids[@]} port program as=()
  port=$(free_port)
  program=$(redis_program)
  mkdir -p "$folder"
  if [ "$(id -u)" = 0 ]; then
    chown nobody "$folder"
    as=(setpriv --reuid nobody --clear-groups)
  fi
  "${as[@]}" "$program" --bind 127.0.0.1 --port "$port" --dir "$folder" --save '' --appendonly no \
    --requirepass "$password" > "$folder.log" 2>&1 &
  redis_pids+=($!)
  REDIS_URL=redis://:$password@127.0.0.1:$port
  node -e "
    const end = Date.now() + 30_000;
    (function connect() {
      require('net').connect($port, '127.0.0.1').on('connect', () => process.exit(0)).on('error', () => {
        if (Date.now() > end) { console.error('the Redis server did not start in 30 s'); process.exit(1); }
        setTimeout(connect, 50);
      });
    })()" || { cat "$folder.log"; return 1; }
}

stop_redis() {
  [ ${#redis_pids[@]} = 0 ] || kill "${redis_pids[@]}" 2> /dev/null || true
}
