/** What `vitepress.config.js` is built with. */
import { writeFileSync } from 'node:fs';
import { entriesOfPackages } from './api.js';
import { apiSidebar, sidebar } from './pages.js';

/** The address of the published site: `SITE_URL`, else an example of one. Maps of sites and social images need it. */
export const address = (process.env.SITE_URL ?? 'https://mortise.example').replace(/\/$/, '');

/** @param {string} file that the configuration imports */
export function writeSettings(file) {
  const api = apiSidebar(entriesOfPackages().map(({ name }) => name));
  writeFileSync(file, JSON.stringify({ address, sidebar: { '/api/': api, '/': sidebar() } }));
}
