import { brand } from '@mortise/base';
import { OptionError } from '@mortise/base/options';

/** A value that `pinoLogger` refuses, thrown when the application is configured. */
export class LogPinoError extends OptionError {
  static {
    brand(this, '@mortise/log-pino/LogPinoError');
  }
}
