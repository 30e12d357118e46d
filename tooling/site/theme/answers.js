/** Which sections of the site answer a question, and in which order. Runs in the search box, and in Node for its check. */
import { MEANINGS, STOP_WORDS, WEAK_WORDS } from './search-words.js';

/** A word, or a name in code that dots or underscores join, such as `PORT_IN_USE` and `app.use`. */
const WORD = /[^\n\r\p{Z}\p{P}]+(?:[._][^\n\r\p{Z}\p{P}]+)*/gu;
const JOINTS = /[._]/;
/** Means only itself: `CROSS_ORIGIN` is not a question about CORS. */
const CODE_OF_ERROR = /^[A-Z\d]+(?:_[A-Z\d]+)+$/;

/** What the search indexes of a text: words, and names in code both whole and in parts. */
export function tokenize(text) {
  return allWordsIn(text).flatMap((word) => [...new Set([word, ...word.split(JOINTS)])]);
}

/** One word, because `log` is another one, and `in` none: "log in", "log visitors out". */
const LOGIN = /\blog(?:ged)?[ -]((?:users?|visitors?) )?(in|out)\b/gi;

const allWordsIn = (text) => text.replace(LOGIN, 'log$2 $1').match(WORD) ?? [];

/** What the search indexes of a word: nothing if every section has it. */
export function processTerm(term) {
  const word = term.toLowerCase();
  return STOP_WORDS.has(word) ? null : word;
}

/** How much a page counts. Guides answer tasks; pages for those who come from elsewhere, and the API, name everything. */
const WORTH = [
  [/^\/guides\//, 3],
  [/^\/(?:recipes\/|typed-apis|security|node-server|ends-|development|getting-)/, 2],
  [/^\/(?:from-slim-3|examples\/|architecture|life-|variants)/, 0.5],
  [/^\/codes\.html#[A-Z]/, 0.2],
  [/^\/api\/mortise[._]/, 0.2],
  [/^\/api\//, 0.1],
];
const NAMED_PAGE = 6;
/** For a name in code such as `withHeader`: its section of the API comes first. */
const NAMED_MEMBER = 40;

/** Such members are explained by the pages for those who come from elsewhere, and by what has the member in its title. */
const FOREIGN_PAGE = 15;
const FOREIGN_MEMBER = /^(?:app|c|ctx|fastify|reply|req|res|router)\./i;

/** For a question about a limit: what it is called is in a table of all limits. */
const LIMIT_PAGE = 3;
const LIMIT_WORD = /^(?:limits?|max|maximum|too)$/i;

/** The numbers of words that a key of `MEANINGS` can have, the most first. */
const MEANING_LENGTHS = [4, 3, 2, 1];

const WHOLE_WORDS = {
  prefix: false,
  fuzzy: false,
  combineWith: 'OR',
  tokenize: (words) => words.split(' '),
  boost: { title: 6, titles: 3, text: 1 },
  boostDocument: (id, term) => {
    if (FOREIGN_MEMBER.test(term) && id.startsWith('/from-')) return FOREIGN_PAGE;
    if (id.startsWith(`/from-${term}`) || id === `/codes.html#${term.toUpperCase()}`)
      return NAMED_PAGE;
    return WORTH.find(([pages]) => pages.test(id))?.[1] ?? 1;
  },
};

/** What a word counts that is not the one asked for: with another ending, only begun, or with a mistake. */
const INFLECTED = 0.7;
const BEGUN = 0.1;
const MISTYPED = 0.5;
/** What a weak word adds to the score. */
const WEAK = 0.3;

/**
 * Orders sections by how many words of the question they have, and where: MiniSearch itself puts a section with one of
 * them in its title before a section with all.
 *
 * @param {(words: string, options: object) => object[]} find `search` of MiniSearch
 * @returns {object[]} results of MiniSearch, the best first; none if no section has any of the words
 */
export function answersTo(question, find) {
  const words = wordsIn(question);
  const parts = partsOf(words, find);
  const results = new Map();
  for (const { found, isWeak } of parts) {
    for (const section of found.values()) {
      const result = results.get(section.id) ?? { ...section, score: 0, match: {}, parts: 0 };
      result.score += section.score * (isWeak ? WEAK : 1);
      result.parts += isWeak ? 0 : 1;
      Object.assign(result.match, section.match);
      results.set(section.id, result);
    }
  }
  // `pub sub` is also written `pubsub`, and `async local storage` `AsyncLocalStorage`.
  const strong = parts.filter(({ isWeak }) => !isWeak).length;
  const joined = words.length > 1 ? find(words.join(''), WHOLE_WORDS) : [];
  for (const result of joined) {
    const known = results.get(result.id);
    if (!(known?.parts === strong && known.score > result.score))
      results.set(result.id, { ...result, parts: strong });
  }
  const isLimit = words.some((word) => LIMIT_WORD.test(word));
  for (const result of results.values()) {
    if (isMember(result.id, question)) result.score *= NAMED_MEMBER;
    if (isPage(result.id, words)) result.score *= NAMED_PAGE;
    if (isLimit && result.id.startsWith('/limits.html')) result.score *= LIMIT_PAGE;
  }
  // With the square, all words in the text outweigh one in a title.
  const worth = ({ score, parts: own }) => score * (own + WEAK) ** 2;
  const ordered = [...results.values()].sort((one, other) => worth(other) - worth(one));
  return withOtherPages(ordered);
}

/** Whether the section describes the only word of the question, if that is a name in code. */
function isMember(id, question) {
  const name = question.trim().replace('()', '');
  const anchor = id.startsWith('/api/') ? id.replace(/^.*#|-\d+$/g, '') : '';
  return /^[a-z]+[A-Z]\w*$|^(?:[A-Z]\w*){2,}$/.test(name) && anchor === name.toLowerCase();
}

/** Whether the question is the name of the page that the section opens, such as `limits`. Names of packages mean more things. */
function isPage(id, words) {
  const [, name] = /^\/(?:guides\/)?([\w-]+)\.html#\1(?:-|$)/.exec(id) ?? [];
  return name === words.join('-').toLowerCase();
}

/** Puts all but two sections of a page behind those of other pages. */
function withOtherPages(results) {
  const counts = new Map();
  const isLate = results.map(({ id }) => {
    const page = id.replace(/#.*/, '');
    counts.set(page, (counts.get(page) ?? 0) + 1);
    return counts.get(page) > 2;
  });
  return [...results.filter((_, i) => !isLate[i]), ...results.filter((_, i) => isLate[i])];
}

/** A part is a word, or several that mean something together, see `MEANINGS`. What no section has is left out. */
function partsOf(words, find) {
  const parts = [];
  for (let at = 0; at < words.length; ) {
    const { length, meanings } = meaningAt(words, at);
    const asked = words.slice(at, at + length);
    const name = asked.join(' ').toLowerCase();
    at += length;
    const isDeclared = meanings !== undefined;
    const isTyped = !isDeclared && at >= words.length;
    const found = best([
      withAll(asked.map((each) => sectionsWith(each.toLowerCase(), find, isTyped, isDeclared))),
      ...(meanings ?? []).map((meaning) =>
        withAll(wordsIn(meaning).map((each) => sectionsWith(each, find, false, true))),
      ),
      isDeclared || isWritten(asked[0], find) ? new Map() : sectionsNamed(asked[0], find),
    ]);
    parts.push({ found, isWeak: words.length > 1 && WEAK_WORDS.has(name) });
  }
  return parts.filter(({ found }) => found.size > 0);
}

/** Whether sections have the word itself, and those with its parts need no look: all but names in code that no page has. */
function isWritten(word, find) {
  if (namesIn(word).length < 2) return true;
  return !FOREIGN_MEMBER.test(word) && find(word.toLowerCase(), WHOLE_WORDS).length > 0;
}

/** The longest key of `MEANINGS` there, and what it means; `socket.io` and `SocketIo` are also `socket io`. */
function meaningAt(words, at) {
  for (const length of MEANING_LENGTHS) {
    const asked = words.slice(at, at + length);
    const spoken = asked.flatMap((word) => (CODE_OF_ERROR.test(word) ? word : namesIn(word)));
    const keys = [asked, spoken].map((each) => each.join(' ').toLowerCase());
    const meanings = [...keys, ...keys.map(stemsOf)]
      .map((key) => MEANING_OF.get(key))
      .find(Boolean);
    if (asked.length === length && meanings !== undefined) return { length, meanings };
  }
  return { length: 1 };
}

/**
 * The sections for a name in code that no page has, such as `setNotFoundHandler`, or that pages only mention, such as
 * `res.json`: those with two of its words, because one of them, such as the first of `before_action`, means something else. If
 * there are none, those with its only word that is not weak, or with the member of a dotted name, in their title.
 */
function sectionsNamed(name, find) {
  const words = namesIn(name).filter((word) => !WEAK_WORDS.has(word.toLowerCase()));
  const parts = words.flatMap((word) => partsOf([word], find));
  const counts = new Map();
  for (const id of parts.flatMap(({ found }) => [...found.keys()]))
    counts.set(id, (counts.get(id) ?? 0) + 1);
  const named = [...best(parts.map(({ found }) => found))].filter(([id]) => counts.get(id) > 1);
  if (named.length > 0) return new Map(named);
  const [only] = words;
  if (words.length === 1 && MEANING_OF.has(stemsOf(only.toLowerCase())))
    return best(parts.map(({ found }) => found));
  const [word = ''] = words.length > 1 ? [/\.(\w+)$/.exec(name)?.[1]] : words;
  return new Map([...sectionsWith(word.toLowerCase(), find, false, true)].filter(isInTitle));
}

const isInTitle = ([, { match }]) => Object.values(match).flat().includes('title');

/** @returns {string[]} the words of a name in code: `set`, `Not`, `Found`, `Handler`; another word as it is */
function namesIn(word) {
  const words = word.split(/(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[._]/);
  return words.filter((each) => !STOP_WORDS.has(each.toLowerCase()));
}

function wordsIn(question) {
  return allWordsIn(question).filter((word) => !STOP_WORDS.has(word.toLowerCase()));
}

/**
 * @param {boolean} isTyped whether the word can be the beginning of one
 * @param {boolean} isExact whether it is without mistakes
 * @returns {Map<string, object>} results by the ids of their sections
 */
function sectionsWith(word, find, isTyped, isExact) {
  const whole = byId(find(word, WHOLE_WORDS), 1);
  const begun = isTyped && word.length > 2 ? find(word, { ...WHOLE_WORDS, prefix: true }) : [];
  const found = best([
    whole,
    byId(find(formsOf(word).join(' '), WHOLE_WORDS), INFLECTED),
    byId(begun, whole.size === 0 ? INFLECTED : BEGUN),
  ]);
  // A short word with one wrong letter is another word.
  if (found.size > 0 || isExact || word.length < 6 || JOINTS.test(word)) return found;
  const typed = [word, ...swapsIn(word)].join(' ');
  return byId(find(typed, { ...WHOLE_WORDS, fuzzy: 1 }), MISTYPED);
}

/** MiniSearch multiplies a score by the number of words; here all are forms of one. */
function byId(results, weight) {
  return new Map(
    results.map((result) => [
      result.id,
      { ...result, score: (result.score / result.queryTerms.length) * weight },
    ]),
  );
}

function withAll([first, ...others]) {
  const all = new Map();
  for (const [id, result] of first) {
    if (!others.every((found) => found.has(id))) continue;
    const every = [result, ...others.map((found) => found.get(id))];
    const score = every.reduce((sum, each) => sum + each.score, 0);
    all.set(id, { ...result, score, match: Object.assign({}, ...every.map(({ match }) => match)) });
  }
  return all;
}

/** @returns {Map<string, object>} for each section its result with the highest score */
function best(alternatives) {
  const found = new Map();
  for (const result of alternatives.flatMap((results) => [...results.values()]))
    if (!(found.get(result.id)?.score >= result.score)) found.set(result.id, result);
  return found;
}

const ENDINGS = [
  'ations',
  'ation',
  'ions',
  'ion',
  'ies',
  'ied',
  'ing',
  'ed',
  'es',
  's',
  'e',
  'y',
  '',
];

/** @returns {string[]} the word with all endings, such as `tracing` and `trace`; most are no words, and in no section */
export function formsOf(word) {
  const stems = ENDINGS.filter((ending) => word.endsWith(ending))
    .map((ending) => word.slice(0, word.length - ending.length))
    .filter((stem) => stem.length > 2);
  const single = stems.map((stem) => stem.replace(/([bdgmnprt])\1$/, '$1'));
  const all = [...stems, ...single].flatMap((stem) => [
    ...ENDINGS.map((ending) => stem + ending),
    `${stem}${stem.at(-1)}ing`,
    `${stem}${stem.at(-1)}ed`,
  ]);
  return [...new Set(all)];
}

/** @returns {string} the words without their endings: the same for `role checks` and `role check` */
function stemsOf(words) {
  return words.replace(/\w+/g, (word) => {
    const ending = ENDINGS.find((each) => word.endsWith(each) && word.length - each.length > 2);
    return ending === undefined ? word : word.slice(0, word.length - ending.length);
  });
}

/** What words mean, by the words and by their stems; a declared word comes before another with its stem. */
const MEANING_OF = new Map([
  ...Object.entries(MEANINGS).map(([asked, meant]) => [stemsOf(asked), meant]),
  ...Object.entries(MEANINGS),
]);

/** @returns {string[]} the word with two neighboring letters exchanged */
function swapsIn(word) {
  return [...word.slice(1)].map(
    (letter, i) => word.slice(0, i) + letter + word[i] + word.slice(i + 2),
  );
}
