/** nginx in front of processes, in a folder of its own. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * One worker of nginx, with the settings of docs/scaling.md for `GET`.
 *
 * @param {number[]} ports of the processes
 * @returns {{ command: string[], remove: () => void }} the command for {@link startServer}; `remove` takes its folder away
 */
export function nginxBefore(ports) {
  const folder = mkdtempSync(join(tmpdir(), 'mortise-benchmark-'));
  writeFileSync(join(folder, 'template'), configuration(ports));
  const run = `sed "s/LISTEN/$PORT/" template > nginx.conf && exec nginx -p "$PWD" -c nginx.conf -e stderr`;
  const command = ['sh', '-c', `cd "${folder}" && PATH="$PATH:/usr/sbin" && ${run}`];
  return { command, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

function configuration(ports) {
  const servers = ports.map((port) => `server 127.0.0.1:${port} max_fails=0;`).join(' ');
  return `daemon off;
master_process off;
pid nginx.pid;
error_log stderr crit;
events { worker_connections 4096; }
http {
  access_log off;
  client_body_temp_path tmp;
  proxy_temp_path tmp;
  fastcgi_temp_path tmp;
  uwsgi_temp_path tmp;
  scgi_temp_path tmp;
  upstream processes { ${servers} keepalive 64; keepalive_timeout 60s; }
  server {
    listen 127.0.0.1:LISTEN;
    location / {
      proxy_pass http://processes;
      proxy_http_version 1.1;
      proxy_set_header Connection '';
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-Host $http_host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_set_header X-Forwarded-Proto $scheme;
    }
  }
}
`;
}
