import restana from 'restana';
import { notFound, register } from '../connect-style.js';
import { PORT } from '../contract.js';

const app = restana({ defaultRoute: notFound, securityHeaders: false });
register(app);
app.start(PORT, '127.0.0.1');
