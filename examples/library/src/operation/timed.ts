import { serverTiming } from '@mortise/request-log';
import { currentRequest } from '@mortise/request-log/node';
import type { ViewEngineInterface } from '@mortise/view';
import type { Database } from '../database/database.js';

/** The same database; the time of a request's queries, added up, is in its `Server-Timing`. */
export function timedDatabase(database: Database): Database {
  return {
    ...database,
    query: (sql, parameters) => timed('db', () => database.query(sql, parameters)),
    transaction: (work) => timed('db', () => database.transaction(work)),
  };
}

/** The same engine; how long templates take is in `Server-Timing`. */
export function timedEngine(engine: ViewEngineInterface): ViewEngineInterface {
  return {
    render: (template, data, view) => timed('view', () => engine.render(template, data, view)),
  };
}

/** Outside a request nothing is measured. */
function timed<Result>(name: string, work: () => Result): Result {
  const request = currentRequest();
  if (request === null) return work();
  const stop = serverTiming(request).start(name);
  const result = work();
  if (result instanceof Promise) void result.then(stop, stop);
  else stop();
  return result;
}
