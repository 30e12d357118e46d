import polka from 'polka';
import { notFound, register } from '../connect-style.js';
import { PORT } from '../contract.js';

const app = polka({ onNoMatch: notFound });
register(app);
app.listen(PORT, '127.0.0.1');
