import { installSignalHandlers, serve } from '@mortise/node';
import { createApplication } from './app.ts';

const { HOST: host = '127.0.0.1', PORT: port = '3000' } = process.env;
const server = await serve(createApplication(), { host, port: Number(port) });
installSignalHandlers(server);
console.log(`listening on ${server.url}`);
