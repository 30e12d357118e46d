import { proxy } from '@mortise/proxy';
import { createApp, serve } from 'mortise';

const forward = proxy({ target: process.env.TARGET });
const app = createApp();
app.any('/{path:.*}', (request) => forward.handle(request), { body: false });
await serve(app, { port: Number(process.env.PORT) });
