import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { messageCatalogs } from './message-catalogs.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'slipway-catalogs-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(tag: string, catalog: object): string {
  const file = join(folder, `${tag}.json`);
  writeFileSync(file, JSON.stringify(catalog));
  return file;
}

const english = {
  gate: { closed: { text: 'closed', example: {} }, open: { text: 'open', example: {} } },
  actor: { user: { text: '{name}', example: { name: 'ann' } } },
};

test('each file is a catalog, which the page loads as a module of its own', () => {
  const [en, pl] = [write('en', english), write('pl', {})];
  writeFileSync(join(folder, 'render.ts'), '');
  const plugin = messageCatalogs(folder);
  expect(plugin.load('/repository/apps/board/src/page/catalogs.ts')).toBe(
    `export const catalogs = { "en": () => import("${en}"), "pl": () => import("${pl}") };`,
  );
  expect(plugin.load('/repository/apps/board/src/page/main.tsx')).toBeNull();
});

test('a catalog has no examples, and has the English text of each message that it lacks', () => {
  const files = [write('en', english), write('pl', { gate: { open: { text: 'otwarta' } }, unknown: {} })];
  const plugin = messageCatalogs(folder);
  const [en, pl] = files.map((file) => JSON.parse(plugin.transform('', file) ?? 'null'));
  expect(en).toEqual({
    gate: { closed: { text: 'closed' }, open: { text: 'open' } },
    actor: { user: { text: '{name}' } },
  });
  expect(pl).toEqual({
    gate: { closed: { text: 'closed', tag: 'en' }, open: { text: 'otwarta' } },
    actor: { user: { text: '{name}', tag: 'en' } },
  });
  expect(plugin.transform('', join(folder, 'other', 'en.json'))).toBeNull();
});
