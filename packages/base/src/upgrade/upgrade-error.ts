import { brand, CodedError } from '../coded-error.js';

/** A response from `upgradeTo` reached code that would send it as an ordinary response. The client gets a 500. */
export class UpgradeError extends CodedError<'UPGRADE_UNSUPPORTED'> {
  readonly status = 500;

  /** @param protocol the one passed to `upgradeTo` */
  constructor(protocol: string) {
    super(
      'UPGRADE_UNSUPPORTED',
      `the connection cannot be switched to ${protocol} here: either this server does not support upgrades (use serve from @mortise/node with upgrades: true), or a layer has changed the response status or read its body`,
    );
  }

  static {
    brand(this, '@mortise/base/UpgradeError');
  }
}
