import { installSignalHandlers, serve } from 'mortise';
import { notesApp } from './notes-app.js';
import { connect } from './services.js';
import { settingsFrom } from './settings.js';

const settings = settingsFrom(process.env);
const services = await connect(settings);
const server = await serve(notesApp(services), {
  ...{ host: settings.host, port: settings.port },
  upgrades: true,
  trustProxy: settings.proxies, // and so idle connections of the proxy stay open for 72 s
});
server.onClosed(() => services.close());
installSignalHandlers(server);
console.log(server.url);
