// `node scripts/check/prose.ts [--list] [--summary] [--update | --reset] [path…]`: checks the language of comments, texts,
// test titles and pages with the rules of lint/prose.ts. `lint/prose-limits.json` contains the maximum number of
// findings of each folder.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type Exception, exceptions, maxExceptions, maxSentenceWords, rules, terms } from '../../lint/prose.ts';

const limitsFile = 'lint/prose-limits.json';

type Limits = Readonly<Record<string, number>>;

interface Passage {
  readonly text: string;
  /** The position in the file. */
  readonly at: number;
}

interface Finding {
  readonly file: string;
  readonly line: number;
  readonly found: string;
  readonly advice: string;
}

const comment = String.raw`\/\*[\s\S]*?\*\/|\/\/[^\n]*(?:\n[ \t]*\/\/[^\n]*)*`;
const quoted = String.raw`'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"`;
const template = String.raw`${'`'}(?:\\.|\$\{(?:[^{}]|\{[^{}]*\})*\}|[^${'`'}\\])*${'`'}`;
/** A regular expression: a slash at a position where a value can begin. */
const regex = String.raw`(?<=(?:[(,=:[!&|?{};>]|\breturn)\s*)\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^\/\\\n[])+\/[a-z]*`;
const tokens = new RegExp(`(${comment})|(${quoted}|${template})|(${regex})`, 'g');

/**
 * Whether the check reads a file. The word list contains the words themselves, and its test contains sentences with
 * them.
 */
const isRead = (file: string) =>
  /\.(?:tsx?|js|mjs|css|md|ya?ml|sh)$|\/messages\/en\.json$/.test(file) &&
  !['lint/prose.ts', 'scripts/check/prose.test.ts'].includes(file);
const isTest = (file: string) => /\.test\.tsx?$|^(?:test|bench)\/|\/testing[./]/.test(file);
/** Names in SQL are not prose, and the text of a migration never changes. */
const isSql = (text: string) =>
  /\b(?:select|insert into|delete from|alter table|create (?:unlogged )?(?:table|unique|index)|join|lateral)\b/.test(
    text,
  ) && /\b(?:from|where|set|values|on|as|add|primary)\b/.test(text);
const isPhrase = (text: string) => /[a-z]{2,}[,:;]? \S/i.test(text) && !isSql(text);
/** Whether a string after this text is the title of a test: the first argument of `test` or of `test.each(…)`. */
const isTitle = (before: string) =>
  /(?:\b(?:test|describe)(?:\.\w+)*|\]\)|\))\($|\)\(\n\s*$/.test(before.slice(-80).trimEnd());

/** Returns the comments and texts of a source file; for a test, only the comments and titles. */
function passagesInCode(file: string, source: string): readonly Passage[] {
  const passages: Passage[] = [];
  const rest = source.replace(tokens, (token, commentToken?: string, textToken?: string, _?: string, at = 0) => {
    const isWanted = !isTest(file) || isTitle(source.slice(0, at));
    if (commentToken !== undefined) passages.push({ text: token.replace(/\n\s*(?:\*(?!\/)|\/\/)/g, ' '), at });
    if (textToken !== undefined && isWanted && isPhrase(token)) passages.push({ text: token.slice(1, -1), at });
    return token.replace(/[^\n]/g, ' ');
  });
  if (!file.endsWith('.tsx')) return passages;
  // The texts between tags.
  const between = Array.from(rest.matchAll(/(?<=[>}])[^<>{}=;()]*[a-z] [^<>{}=;()]*(?=[<{])/gi));
  return [...passages, ...between.map(({ 0: text, index }) => ({ text, at: index + text.search(/\S/) }))];
}

/** Returns the paragraphs, list items, headings and table cells of a page. */
function passagesInPage(source: string): readonly Passage[] {
  const blank = (text: string) => text.replace(/[^\n]/g, ' ');
  const prose = source.replace(/^(\s*)(`{3,}|~{3,})[\s\S]*?^\s*\2\s*$/gm, blank).replace(/<!--[\s\S]*?-->/g, blank);
  const blocks = Array.from(prose.matchAll(/(?:^(?!\s*$|\s*[-*#|>]|\s*\d+\. ).*\n?)+|^.+$/gm));
  return blocks.flatMap(({ 0: block, index: at }) =>
    block.trimStart().startsWith('|')
      ? block.split(/(?<!\\)\|/).map((text) => ({ text, at }))
      : [{ text: block.replace(/^\s*(?:[-*#>]+|\d+\.) /, ''), at }],
  );
}

/** Returns the comments of a YAML file. */
const passagesInYaml = (source: string): readonly Passage[] =>
  Array.from(source.matchAll(/(?<=^|\s)#[^\n]*(?:\n[ \t]*#[^\n]*)*/g), ({ 0: text, index: at }) => ({
    text: text.replace(/\n?[ \t]*#/g, ' ').trim(),
    at,
  }));

/** Removes code, addresses and the terms that are not subject to the word list. */
const plain = (text: string) =>
  terms
    .reduce((rest, term) => rest.replaceAll(term, 'X'), text)
    .replace(/``.*?``|`[^`]*`|\$\{[^}]*\}|<?https?:\S+|(?<=\])\([^)\s]*\)/g, 'X')
    .replace(/\\['"`n]/g, ' ')
    .replace(/\s+/g, ' ');

const wordsIn = (sentence: string) => sentence.split(' ').filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

function* problemsIn(text: string, isPage: boolean): Generator<Pick<Finding, 'found' | 'advice'>> {
  for (const { pattern, advice } of rules)
    for (const [found] of text.matchAll(pattern)) yield { found: found.trim(), advice: `write: ${advice}` };
  if (!isPage) return;
  for (const sentence of text.split(/(?<=[.!?][)*"]*) +(?=[\p{Lu}`*[(\d"])/u)) {
    const count = wordsIn(sentence);
    if (count > maxSentenceWords)
      yield { found: `${sentence.slice(0, 60)}…`, advice: `${count} words, at most ${maxSentenceWords}` };
  }
}

/** Returns the findings in the text of a file. */
export function findingsIn(file: string, source: string): readonly Finding[] {
  const isPage = file.endsWith('.md');
  const isYaml = /\.(?:ya?ml|sh)$/.test(file);
  const passages = isYaml ? passagesInYaml(source) : isPage ? passagesInPage(source) : passagesInCode(file, source);
  return passages.flatMap(({ text, at }) =>
    Array.from(problemsIn(plain(text), isPage), (problem) => ({
      file,
      line: source.slice(0, at).split('\n').length,
      ...problem,
    })),
  );
}

/** Returns the folder for counting findings, at most four levels deep. */
const folderOf = (file: string) => file.split('/').slice(0, -1).slice(0, 4).join('/') || '.';
const isExcepted = (exception: Exception, { file, found }: Finding) =>
  file.startsWith(exception.path) && found.toLowerCase() === exception.text;
const print = ({ file, line, found, advice }: Finding) => console.log(`${file}:${line} "${found}" (${advice})`);

/** Lowers the limits to the current numbers of findings. `reset` can also raise them, after folders were moved. */
function update(limits: Limits, byFolder: ReadonlyMap<string, readonly Finding[]>, reset: boolean): void {
  const remaining = Array.from(byFolder, ([folder, { length }]): [string, number] => [
    folder,
    reset ? length : Math.min(length, limits[folder] ?? 0),
  ]);
  const sorted = remaining.filter(([, limit]) => limit > 0).toSorted(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(limitsFile, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
}

/** Prints the findings above the limits. Returns whether there are none of these. */
function check(args: string[]): boolean {
  const flag = { type: 'boolean', default: false } as const;
  const options = { list: flag, summary: flag, update: flag, reset: flag };
  const { values, positionals: paths } = parseArgs({ args, allowPositionals: true, options });
  const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...paths], { encoding: 'utf8' });
  const files = tracked.split('\n').filter((file) => isRead(file) && existsSync(file));
  const all = files.flatMap((file) => findingsIn(file, readFileSync(file, 'utf8')));
  const findings = all.filter((finding) => !exceptions.some((exception) => isExcepted(exception, finding)));
  const byFolder = Map.groupBy(findings, ({ file }) => folderOf(file));
  const limits: Limits = JSON.parse(readFileSync(limitsFile, 'utf8'));
  if (values.list) findings.forEach(print);
  if (values.summary) for (const [folder, { length }] of byFolder) console.log(`${length} ${folder}`);
  if ((values.update || values.reset) && paths.length === 0) update(limits, byFolder, values.reset);

  const exceeded = [...byFolder].filter(([folder, found]) => found.length > (limits[folder] ?? 0));
  for (const [folder, found] of exceeded) {
    if (!values.list) found.slice(0, 20).forEach(print);
    console.log(`${folder}: ${found.length} findings, at most ${limits[folder] ?? 0}`);
  }
  const unused = exceptions.filter(
    (exception) => paths.length === 0 && !all.some((finding) => isExcepted(exception, finding)),
  );
  for (const { path, text } of unused) console.log(`lint/prose.ts: the exception "${text}" in ${path} is unused`);
  const isMany = exceptions.length > maxExceptions;
  if (isMany) console.log(`lint/prose.ts: ${exceptions.length} exceptions, at most ${maxExceptions}`);
  console.log(`${findings.length} findings in ${byFolder.size} of ${new Set(files.map(folderOf)).size} folders`);
  return exceeded.length === 0 && unused.length === 0 && !isMany;
}

if (import.meta.main) process.exitCode = check(process.argv.slice(2)) ? 0 : 1;
