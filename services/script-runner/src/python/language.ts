import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { guestFile, type Language } from '../language.ts';

const bundles = createRequire(import.meta.url);
const bundle = (name: string): string => readFileSync(bundles.resolve(`skulpt/dist/${name}`), 'utf8');
const ours = (name: string): string => readFileSync(new URL(`./guest/${name}.js`, import.meta.url), 'utf8');

/**
 * skulpt keeps every string that a script ever made, so that equal ones are one object: a loop that builds a text
 * would fill the isolate. Only names and other short ones need it.
 */
const withoutHoard = (code: string): string => changed(code, 'n[a]=this;', '32<a.length||(n[a]=this);');

/**
 * skulpt keeps what Python calls an attribute under the same name on the same objects as its own workings, which have a
 * `$` in theirs: `getattr({}, 'mp$lookup')` would find one. A name that has one is kept under another.
 */
const withoutWorkings = (code: string): string =>
  changed(code, 'b=void 0===t[a]?a:a+"_$rw$";', 'b=void 0===t[a]&&0>a.indexOf("$")?a:a+"_$rw$";');

/** skulpt names members of a class as it keeps them; asked for by the name that a script wrote, none would be found. */
const withMembers = (code: string): string =>
  changed(code, 'c.push(new Sk.builtin.str(n)),', 'c.push(new Sk.builtin.str(Sk.unfixReserved(n))),');

/** Throws when skulpt is not the one that this was written for. */
function changed(code: string, before: string, after: string): string {
  if (code.split(before).length !== 2) throw new Error(`this version of skulpt has no '${before}'`);
  return code.replace(before, () => after);
}

const borrowed = ['collections', 'itertools', 'math', 'operator', 'random'].map((name) => `src/lib/${name}.js`);

/** The modules of skulpt's that scripts may have, of the hundreds in its bundle. */
function standardLibrary(): string {
  const text = bundle('skulpt-stdlib.js');
  const all: { files: Record<string, string> } = JSON.parse(text.slice(text.indexOf('=') + 1).replace(/;?\s*$/, ''));
  const files = Object.fromEntries(borrowed.map((name) => [name, all.files[name]]));
  return `Sk.builtinFiles = ${JSON.stringify({ files })};`;
}

const guestFiles = [
  'bridge',
  'values',
  'tuples',
  'prepare',
  'repair',
  'codecs',
  'formatting',
  'imports',
  'names',
  'release',
  'modules/json',
  'modules/hashing',
  'modules/base64',
  'modules/traceback',
  'modules/sys',
  'modules/logging',
  'modules/functools',
  'modules/string',
  'modules/urls',
  'modules/copy',
  'modules/re',
  'modules/re-objects',
  'modules/calendar',
  'modules/time',
  'modules/timedelta',
  'modules/datetime',
  'modules/time-of-day',
  'modules/data',
  'run',
];

/** Files of ours share one name, `py`, and nothing else. */
const wrapped = (name: string): Language['bootstrap'][number] => ({
  file: `python/${name}.js`,
  code: `((py) => {${ours(name)}\n})(globalThis.py);`,
});

/**
 * Python 2: skulpt, and what it lacks. An isolate is used again for the same script of the same owner, and each run
 * has fresh globals, fresh modules and fresh objects; what runs share are types that Python cannot change, compiled
 * code, and compiled patterns.
 */
export const python: Language = {
  name: 'python',
  runs: 'text',
  bootstrap: [
    { file: 'skulpt.js', code: withMembers(withoutWorkings(withoutHoard(bundle('skulpt.min.js')))) },
    { file: 'library.js', code: standardLibrary() },
    guestFile('reading.js'),
    guestFile('making.js'),
    guestFile('taking.js'),
    guestFile('recorder.js'),
    guestFile('hashing.js'),
    { file: 'python/begin.js', code: 'globalThis.py = { hashes: __hashes }; delete globalThis.__hashes;' },
    ...guestFiles.map(wrapped),
    { file: 'python/end.js', code: 'delete globalThis.py;' },
  ],
};
