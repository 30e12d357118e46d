import { httpError } from 'mortise';
import type { Database, Query } from './database.js';

/** What visitors read of everything that is away, and of mistakes of this program. */
export const TRY_AGAIN = 'The library cannot do this now. Try again in a moment.';

/** Codes of the operating system for a server that cannot be reached. */
const UNREACHABLE =
  /^(?:ECONN(?:REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
/** SQLSTATE: connection exceptions, a server that stops or starts, no memory, disk or connection left. */
const UNABLE = /^(?:08|53).{3}$|^57P0\d$/;
/** What the driver says without a code. */
const BROKEN =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout)/;

/** The database, where a server that is away is a 503: the next request tries again. Other errors stay as they are. */
export function withUnavailable(database: Database): Database {
  const query: Query = (sql, parameters) => reached(database.query(sql, parameters));
  return {
    description: database.description,
    query,
    transaction: (work) => reached(database.transaction(work)),
    close: () => database.close(),
  };
}

async function reached<Result>(result: Promise<Result>): Promise<Result> {
  try {
    return await result;
  } catch (error) {
    if (!isAway(error)) throw error;
    // No word about a change: a connection can break after its COMMIT.
    throw httpError(503, TRY_AGAIN, { code: 'DATABASE_UNAVAILABLE', cause: error });
  }
}

/** Whether a server does not answer, or cannot work now. */
export function isAway(error: unknown): boolean {
  const { code = '', message = '' } = error as Partial<NodeJS.ErrnoException>;
  return UNREACHABLE.test(code) || UNABLE.test(code) || BROKEN.test(message);
}
