import { accessLog, requestId } from '@mortise/request-log';
import { installSignalHandlers, serve } from 'mortise';
import { createApplication } from './app.ts';

const app = createApplication();
app.add(accessLog(console));
app.add(requestId());

const server = await serve(app, { host: process.env.HOST ?? '127.0.0.1' });
installSignalHandlers(server);
console.log(`listening on ${server.url}`);
