import { ContractError } from './contract-error.js';

/**
 * Refuses names that an object of options does not know.
 *
 * @param path prepended to the names in the message: `''`, `'responses.200.'`
 * @throws {ContractError} `OPTION_INVALID`
 */
export function refuseUnknown(options: object, known: readonly string[], path = ''): void {
  for (const [name, value] of Object.entries(options)) {
    if (!known.includes(name)) throw ContractError.unknownOption(`${path}${name}`, value, known);
  }
}

/** @throws {ContractError} `OPTION_INVALID` unless the value is an integer of at least 1, or absent */
export function checkCount(option: string, value: number | undefined): void {
  if (value === undefined || (Number.isSafeInteger(value) && value >= 1)) return;
  throw ContractError.option(option, value, 'an integer of at least 1');
}
