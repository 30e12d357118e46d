/**
 * The configuration of nginx for processes of the library on this machine. GET and HEAD can be repeated, and use open
 * connections; all others use a new one, which a closing process refuses or serves, so that no change is lost or done twice.
 */
export function nginxConfiguration(port: number, processes: readonly number[]): string {
  const servers = processes.map((each) => `server 127.0.0.1:${each} max_fails=0;`).join(' ');
  return `daemon off;
pid nginx.pid;
error_log stderr warn;
events { worker_connections 1024; }
http {
  access_log off;
  client_body_temp_path tmp;
  proxy_temp_path tmp;
  fastcgi_temp_path tmp;
  uwsgi_temp_path tmp;
  scgi_temp_path tmp;
  client_max_body_size 130m;
  map $http_upgrade $connection_upgrade { default upgrade; '' ''; }
  map $request_method $upstream { default fresh; GET kept; HEAD kept; }
  upstream kept { ${servers} keepalive 64; keepalive_timeout 60s; }
  upstream fresh { ${servers} }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://$upstream;
      proxy_http_version 1.1;
      proxy_request_buffering off;
      proxy_set_header Connection $connection_upgrade;
      proxy_set_header Upgrade $http_upgrade;
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-Host $http_host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_set_header X-Forwarded-Proto $scheme;
      proxy_next_upstream error timeout;
      proxy_next_upstream_tries 3;
      proxy_connect_timeout 2s;
      proxy_read_timeout 3600s; # the time of an import
    }
  }
}
`;
}
