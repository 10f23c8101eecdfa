import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import english from '../libs/domain/src/messages/en.json' with { type: 'json' };
import { boardText, messageCatalogs, withCurlyQuotes, withoutIds } from './message-catalogs.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'slipway-catalogs-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (tag: string, catalog: object): void =>
  writeFileSync(join(folder, `${tag}.json`), JSON.stringify(catalog));

const watched: string[] = [];
const context = { addWatchFile: (file: string) => void watched.push(file) };
const load = (id: string): string | null => messageCatalogs(folder).load.call(context, id);

/** Returns a part of a catalog from its module. */
const read = (tag: string, part: string) =>
  JSON.parse(load(join(folder, `${tag}-${part}.js`))?.slice('export default '.length, -1) ?? 'null');

const example = {
  gate: { closed: { text: 'closed', example: {} }, open: { text: 'open', example: {} } },
  actor: { user: { text: '{name}', example: { name: 'ann' } } },
};

test('each file is a catalog, which the page loads as a separate module', () => {
  for (const tag of ['en', 'pl']) write(tag, tag === 'en' ? example : {});
  writeFileSync(join(folder, 'render.ts'), '');
  const loadersOf = (tag: string) =>
    ['first', 'rest'].map((part) => `${part}: () => import("${join(folder, `${tag}-${part}.js`)}")`).join(', ');
  expect(load('/repository/apps/board/src/page/catalogs.ts')).toBe(
    `export const catalogs = { "en": { ${loadersOf('en')} }, "pl": { ${loadersOf('pl')} } };`,
  );
  expect(load('/repository/apps/board/src/page/main.tsx')).toBeNull();
});

test('a catalog has no examples, and contains the English text of each missing message', () => {
  write('en', example);
  write('pl', { gate: { open: { text: 'otwarta' } }, unknown: {} });
  const [en, pl] = ['en', 'pl'].map((tag) => read(tag, 'rest'));
  expect(en).toEqual({
    gate: { closed: { text: 'closed' }, open: { text: 'open' } },
    actor: { user: { text: '{name}' } },
  });
  expect(pl).toEqual({
    gate: { closed: { text: 'closed', tag: 'en' }, open: { text: 'otwarta' } },
    actor: { user: { text: '{name}', tag: 'en' } },
  });
  expect(messageCatalogs(folder).resolveId(join(folder, 'other', 'en-first.js'))).toBeNull();
});

test('the first part contains the reasons with their parameters, and the rest the others and refusals', () => {
  const nested = (code: string) => ({ code, params: {} });
  write('en', {
    ...example,
    reason: { closed: { text: '{gate}', example: { gate: nested('blocker.list') } } },
    blocker: { list: { text: '{items}', example: { items: [nested('who.user'), nested('verb.skip')] } } },
    verb: { skip: { text: 'skip', example: {} } },
    who: { user: { text: 'a user', example: {} } },
    // the server stores comments as English texts
    taskComment: { failed: { text: 'failed', example: {} } },
  });
  expect(Object.keys(read('en', 'first'))).toEqual(['reason', 'blocker', 'who']);
  expect(Object.keys(read('en', 'rest'))).toEqual(['gate', 'actor', 'verb']);
  expect(watched).toContain(join(folder, 'en.json'));
});

test('a text has no ids after titles, which only clients of REST need', () => {
  expect(withoutIds("task '{task, name}' ({task, id}) in '{title, clip}' ({folderId}): {id}")).toBe(
    "task '{task, name}' in '{title, clip}': {id}",
  );
});

test('each English text of the product has its quotation marks in pairs, and straight ones only in code', () => {
  const texts = Object.values(english).flatMap((section) =>
    Object.values(section).map(({ text }) => boardText(text, 'en')),
  );
  const marksOf = (text: string) => text.replaceAll(/\('[^']*'\)/g, '').match(/[“”']/g) ?? [];
  expect(texts.filter((text) => marksOf(text).some((mark, index) => mark !== (index % 2 === 0 ? '“' : '”')))).toEqual(
    [],
  );
});

test('English texts have the quotation marks of the page, and other languages and code keep theirs', () => {
  expect(withCurlyQuotes("can't {verb} task '{task, name}': '.' is not 'a b', as in template('title')")).toBe(
    "can’t {verb} task “{task, name}”: “.” is not “a b”, as in template('title')",
  );
  expect(withCurlyQuotes("template('title') or release('title') in the block of 'xlr'")).toBe(
    "template('title') or release('title') in the block of “xlr”",
  );
  const quoted = { text: "'{name}'", example: { name: 'ann' } };
  write('en', { actor: { user: quoted, team: quoted } });
  write('de', { actor: { user: { text: "'{name}'" } } });
  expect(['en', 'de'].map((tag) => read(tag, 'rest').actor)).toEqual([
    { user: { text: '“{name}”' }, team: { text: '“{name}”' } },
    { user: { text: "'{name}'" }, team: { text: '“{name}”', tag: 'en' } },
  ]);
});
