import cero from '0http';
import { notFound, register } from '../connect-style.js';
import { PORT } from '../contract.js';

const { router, server } = cero({ defaultRoute: notFound, prioRequestsProcessing: true });
register(router);
server.listen(PORT, '127.0.0.1');
