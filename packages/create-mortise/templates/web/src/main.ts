import { accessLog, requestId } from '@mortise/request-log';
import { installSignalHandlers, serve } from 'mortise';
import { Accounts } from './accounts.ts';
import { createApplication } from './app.ts';

const accounts = new Accounts();
await accounts.add('ada', 'lovelace'); // replace this with a sign-up form

const app = createApplication(accounts);
app.add(accessLog(console));
app.add(requestId());

const server = await serve(app, { host: process.env.HOST ?? '127.0.0.1' });
installSignalHandlers(server);
console.log(`listening on ${server.url}`);
console.log('Log in as ada, with the password lovelace.');
