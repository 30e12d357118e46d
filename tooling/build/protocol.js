/** How `build-package.js` asks `run.js`. */

/** The variable that tells `build-package.js` the port of the process that builds; `turbo.json` lets it pass. */
export const PORT = 'MORTISE_BUILD_PORT';

/** What that process answers if there are no errors. */
export const BUILT = 'built';
