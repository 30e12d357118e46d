/** Two workers with a WebSocket that says its process. Prints its URL. */
import { createApp, serve, serveCluster } from 'mortise';
import { webSocket } from '../src/node/index.js';

const app = createApp();
app.get('/', (request, response) =>
  webSocket(request, response, {
    onMessage: (socket) => {
      socket.send(String(process.pid));
    },
  }),
);

const start = () => serve(app, { port: 0, upgrades: true });
const cluster = await serveCluster(start, { workers: 2 });
if (cluster !== null) console.log(`http://127.0.0.1:${cluster.port}`);
