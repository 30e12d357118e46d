/**
 * Refuses phrases that make an English reader stumble, in Markdown and in TypeScript and JavaScript sources: comments,
 * error messages, names of tests. A short list, each with what to write instead.
 */
import { readFileSync } from 'node:fs';
import { filesOfTree } from '../setup/packages.js';
import { conclude } from './conclude.js';

/** A phrase and its replacement. */
const PHRASES = [
  [
    /(?<!\bthere )\b(?:is|are) no (?:token|media type|middleware|error|response|header|number|json|path|pattern|method|class|stream|factory|function|list|integer|name)\b/i,
    'is not a …',
  ],
  [/\b(?:what|that|which) (?:is|are) (?:no|none)\b/i, 'that is not a …; values that are not …'],
  [/\bwhich is none\b/i, 'which it is not'],
  [
    /\b(?:is|are) told (?:once )?of\b|(?<![\w-])told once of\b|\bTold (?:once )?of\b/,
    'is called for, receives, is notified of',
  ],
  [/\banew\b/i, 'again, from scratch'],
  [/\bstock (?:handler|router|renderer|page|parser|option)/i, 'default, built-in'],
  [/\blets? go (?:by|of)\b/i, 'discards, drops, ignores'],
  [
    /\bof one[’']s own\b|\b(?:failure|failures|error|errors|fault) of ours\b/i,
    'your own, our own, a server error',
  ],
  [/\bmade out\b/i, 'resolved'],
  [/\b(?:is|are) dear\b/i, 'is expensive'],
  [/\b(?:is|are|cannot be) not taken\b|\bcannot be taken\b/i, 'is not accepted, is not supported'],
  [/\bwhoever\b/i, 'the caller, the code that …'],
  [/\bfor people\b/i, 'human-readable'],
  [/\bhanded (?:in|on)\b/i, 'passed in, injected; forwarded'],
  [/\bnames and values in turn\b/i, 'alternating names and values'],
  [/\bmost bytes (?:of|that)\b/i, 'the maximum number of bytes, maximum bytes'],
  [/\b(?:and|its) kin\b/i, 'and similar, and related codes'],
  [/\bwhat (?:is|was) let go\b|\bis let go\b/i, 'is discarded'],
  [
    /[,:] also (?:if|when|while|after|before|with|without|in|for|by|on|over|through|those|that of)\b/i,
    'even if, even after, including those',
  ],
  [/\bbest with a\b/i, 'ideally with'],
  [/\bexpected (?:a )?text\b(?!\/)/, 'expected a string'],
  [
    /(?<!\b(?:READMEs?|peers|types|limits|layers|those|interfaces?|packages?)) of `?@mortise\//,
    'from @mortise/…',
  ],
  [/(?<!const )\b(?:in|out)side of\b/i, 'inside, outside'],
  [/\b(?:store|bus) in memory\b|\ba in-/i, 'an in-memory store'],
  [
    /\w*(?:recogni|normali|seriali|organi|optimi|initiali|summari|canonicali)s(?:e|ed|es|ing|ation)\b|(?:behavi|col|fav|hon)our|\b(?:defence|licence)\b|\b(?:label|signal)led\b/i,
    'the American form: recognize, behavior, color, labeled',
  ],
];

const files = filesOfTree('*.md', '*.ts', '*.js').filter(
  (file) => !/fixtures\/|CHANGELOG\.md$|check\/phrases\.js$/.test(file),
);

const problems = files.flatMap((file) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line, index) =>
      PHRASES.flatMap(([phrase, instead]) => {
        const match = phrase.exec(line);
        return match === null ? [] : [`${file}:${index + 1}: "${match[0]}": write ${instead}`];
      }),
    ),
);
conclude(files.length, 'files', problems);
