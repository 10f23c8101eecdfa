// The word list of the prose check, see "Language" in CONTRIBUTING.md.

interface Rule {
  readonly pattern: RegExp;
  readonly advice: string;
}

const rule = (pattern: string, advice: string): Rule => ({
  pattern: new RegExp(`\\b(?:${pattern})\\b`, 'giu'),
  advice,
});

/** Words to avoid, with their replacements. */
const words: readonly Rule[] = [
  rule(
    'whoever|whomever|who (?:asks|asked)|(?<!users? |callers? |changed it, )who may',
    'the caller, the user, a user with permission X',
  ),
  rule('(?:some|any|every|no)body(?: else)?', 'a user, another user, all users, no user, the noun'),
  rule('anew|again and again|more seldom', 'again, repeatedly, with exponential backoff'),
  rule('tells?|told|telling', 'returns, reports, notifies, distinguishes'),
  rule('says?|said|saying', 'returns, reports, states, contains'),
  rule('asks|asked|asking', 'requests, reads, calls'),
  rule(
    'hears?|heard|believes?|believed|knows|knew|forgets?|forgot|forgotten|remembers?|remembered',
    'receives, assumes, stores, deletes, caches',
  ),
  rule('in (?:its|their) middle', 'while running, partway'),
  rule('(?:go|goes|going|went|gone) on|(?:is|are|was) at it', 'continues, is running'),
  rule('lets (?:\\w+ )?in|let in|(?:is|are|was|were) let', 'authenticates, denies, allows'),
  rule('(?<!there )(?:is|are|was|were) none|(?<!there (?:is|are) )no more(?! than)', 'is not a …, no longer'),
  rule('(?:what|all that) (?:is|was) there', 'existing objects'),
  rule('by the clock(?! of)|by (?:it|them|your|him|her)sel(?:f|ves)|by hand', 'on a schedule, automatically, manually'),
  rule('stands|stood|lies', 'is, is stored, represents'),
  rule('(?:come|comes|came|become|becomes|became) of', 'results in, the result of'),
  rule('mend(?:s|ed|ing)?|hinder(?:s|ed|ing)?|str(?:ike|ikes|uck) out', 'fix, prevent, block, remove'),
  rule('(?:take|takes|took|taken|bring|brings|brought|come|comes) along', 'includes, copies'),
  rule('(?:give|gives|gave|given|giving) back', 'returns, releases'),
  rule('first free moment', 'the next available slot'),
  rule('fore(?:see|sees|saw|seen|seeing|sight)', 'estimate, estimated, forecast'),
  rule('meets? a blackout', 'overlaps a blackout'),
  rule('rooms?|house|walls?(?! clock)', 'package, module, space, boundary'),
  rule('strangers?|stranger’s', 'untrusted, another user'),
  rule('shall', 'must, is'),
  rule('so many|so much', 'the number of, N'),
];

/** US spelling. */
const spelling: readonly Rule[] = [
  rule('(\\w*)(?:haviour|colour|favour|honour|neighbour)(\\w*)', '-or'),
  rule(
    'licence\\w*|catalogue\\w*|cancell(?:ed|ing)|label(?:led|ling)|grey|centre[ds]?|defence|fulfil',
    'license, catalog, canceled, labeled, gray, center, defense, fulfill',
  ),
  rule(
    '(?:real|organ|recogn|custom|minim|maxim|synchron|normal|initial|serial|author|optim|categor|summar|util|final)is(?:e[ds]?|ing|ation|er)|analys(?:e[ds]?|ing)',
    '-ize, -yze',
  ),
];

/** A sentence that begins with a clause in place of its subject. Questions may begin so. */
const clause: Rule = {
  pattern: /(?<=^|[.?!;:] )["'*( ]*(?:what(?:ever)?|who)\b(?=[^.?;]*(?:[.;]|$))(?: \w+){0,3}/giu,
  advice: 'the noun: the caller, the request, the value',
};

export const rules: readonly Rule[] = [...words, clause, ...spelling];

/** Words in a sentence of a page. The aim is 20. */
export const maxSentenceWords = 25;

/** Names of the product and of its interfaces that contain words of the list. */
export const terms: readonly string[] = [
  // headings of documents that comments cite
  'permissions.md, Required permissions',
  // a value of Python
  'is None',
];

export const maxExceptions = 30;

export interface Exception {
  /** A file, or the beginning of its path. */
  readonly path: string;
  /** The words that were found, in lower case. */
  readonly text: string;
  readonly reason: string;
}

/** Findings that are correct where they are. */
export const exceptions: readonly Exception[] = [
  {
    path: 'libs/formats/src/template/unknown-task.ts',
    text: 'by hand',
    reason: 'stored comments contain this text of version 0.1.0',
  },
  {
    path: 'libs/engine/src/samples/running-samples.ts',
    text: 'by itself',
    reason: 'test/compatibility fixes the title of this sample',
  },
  {
    path: 'apps/board/src/page/layout/login.tsx',
    text: 'forgot',
    reason: 'the usual label, which users look for on a login page',
  },
  {
    path: 'apps/board/src/messages/en.json',
    text: 'forgot',
    reason: 'the usual label, which users look for on a login page',
  },
];
