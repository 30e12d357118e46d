/**
 * The layers together, where a request writes: how it says what to do, with which token, from which site, and how often. The
 * answer is that of the outermost layer that refuses.
 */
import { type Ask, overFetch } from './adapters.js';
import { describeStates, type StateOf } from './states-of.js';
import { FORM, formOf, type Visitor, visitor } from './visitor.js';
import { wholeStack } from './whole-stack.js';

const JSON_TYPE = 'application/json';
const FROM = {
  'this site': { 'Sec-Fetch-Site': 'same-origin' },
  'another site': { 'Sec-Fetch-Site': 'cross-site' },
  'another site, in an old browser': { Origin: 'https://other.example' },
  'no browser': {},
} as const;
/** What the client had sent before, with the same key. */
const BEFORE = ['nothing', 'the same', 'another body', 'that of another user'] as const;

const STATES = {
  action: ['POST /paid', 'PUT /note', 'POST /note, named by a header'],
  type: [FORM, JSON_TYPE],
  token: ['right', 'none'],
  from: Object.keys(FROM) as (keyof typeof FROM)[],
  before: BEFORE,
} as const;

type State = StateOf<typeof STATES>;

function asked({ action, type, token, from }: State, user: Visitor, amount: string): Ask {
  const [method = '', path = ''] = action.split(/,? /);
  const sent = token === 'right' ? user : { ...user, token: '' };
  return {
    ...{ method, path },
    headers: {
      ...{ Accept: JSON_TYPE, 'Content-Type': type, Cookie: user.cookie },
      ...{ 'Idempotency-Key': '"8e03978e-40d5"', ...FROM[from] },
      ...(action.includes(',') && { 'X-Http-Method-Override': 'PUT' }),
      ...(type === JSON_TYPE && { 'X-CSRF-Token': sent.token }),
    },
    body: type === FORM ? formOf(sent, { amount }) : JSON.stringify({ amount }),
  };
}

/** The code of the refusal; `null` if there is none. */
function refusalOf({ action, token, from, before }: State): string | null {
  if (from === 'another site') return 'CROSS_ORIGIN';
  if (from === 'another site, in an old browser') return 'CROSS_ORIGIN_OLD_BROWSER';
  if (token === 'none') return 'CSRF_TOKEN';
  return action === 'POST /paid' && before === 'another body' ? 'IDEMPOTENCY_KEY_REUSED' : null;
}

function wantedOf(state: State) {
  const { action, from, before } = state;
  const refusal = refusalOf(state);
  const isPaid = action === 'POST /paid';
  const done = before === 'that of another user' ? 'no. 2' : 'no. 1';
  const status = isPaid ? 201 : 200;
  const isForeign = from.startsWith('another');
  return {
    status: refusal === null ? status : refusal === 'IDEMPOTENCY_KEY_REUSED' ? 422 : 403,
    body: refusal ?? (isPaid ? done : 'saved'),
    calls: isForeign ? [] : ['get'],
    'cache-control': isForeign ? null : 'private, no-cache',
    'idempotency-replayed': refusal === null && isPaid && before === 'the same' ? 'true' : null,
    'set-cookie': null,
  };
}

describeStates(
  'every state of a request that writes',
  STATES,
  (adapter) => (adapter === 'fetch' ? 5 : 7),
  async (state, mode, adapter, factories) => {
    const { app, calls } = wholeStack(factories, mode);
    const load = () => visitor((page) => overFetch(app, page));
    const user = await load();
    if (state.before !== 'nothing') {
      const earlier = state.before === 'that of another user' ? await load() : user;
      await overFetch(app, asked(state, earlier, state.before === 'another body' ? '8' : '7'));
    }
    calls.length = 0;
    const { status, headers, body } = await adapter(app, asked(state, user, '7'));
    const text = String(body);
    const wanted = wantedOf(state);
    const names = Object.keys(wanted).filter((name) => name.includes('-'));
    const seen = {
      status,
      body: status < 400 ? text : (JSON.parse(text) as { code?: string }).code,
      calls,
      ...Object.fromEntries(names.map((name) => [name, headers[name] ?? null])),
    };
    return { wanted, seen };
  },
);
