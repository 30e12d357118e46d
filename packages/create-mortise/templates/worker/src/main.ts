import { installSignalHandlers, serve } from 'mortise';
import { createApplication } from './app.ts';

const server = await serve(createApplication(), { host: process.env.HOST ?? '127.0.0.1' });
installSignalHandlers(server);
console.log(`listening on ${server.url}`);
