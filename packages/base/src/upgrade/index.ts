export { isHandshake } from './is-handshake.js';
export { UpgradeError } from './upgrade-error.js';
export { type Upgrade, upgradeOf, upgradeTo } from './upgrade-to.js';
