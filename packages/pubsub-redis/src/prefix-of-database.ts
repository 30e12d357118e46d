/** @param number of the database. @returns what all of its channels begin with: databases do not separate channels */
export function prefixOfDatabase(number = 0): string {
  return number === 0 ? '' : `db${number}:`;
}
