/**
 * A contestant (`CONTESTANT`) in `WORKERS` processes, for scale.js: Mortise with `serveCluster`, others with
 * `node:cluster`. In both, every worker accepts connections itself.
 */
import cluster from 'node:cluster';
import { serveCluster } from 'mortise';

const { CONTESTANT, WORKERS } = process.env;
const start = () => import(`./contestants/${CONTESTANT}.js`);

if (CONTESTANT.startsWith('mortise')) {
  await serveCluster(async () => (await start()).server, { workers: Number(WORKERS) });
} else if (cluster.isPrimary) {
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  for (let worker = 0; worker < Number(WORKERS); worker++) cluster.fork();
} else {
  await start();
}
