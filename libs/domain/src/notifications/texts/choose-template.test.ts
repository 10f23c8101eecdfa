import { expect, test } from 'vitest';
import { canonicalLanguage, chooseTemplate, type NotificationTemplate, withoutRepeated } from './choose-template.ts';

const template = (language: string, changes: Partial<NotificationTemplate> = {}): NotificationTemplate => ({
  ...{ eventType: 'task.failed', channel: 'mail', language, text: language },
  ...changes,
});
const chosen = (scopes: readonly (readonly NotificationTemplate[])[], language: string | null) =>
  chooseTemplate(scopes, { eventType: 'task.failed', channel: 'mail', language })?.text ?? null;

test.each([
  ['de-AT', ['en', 'de', 'de-AT'], 'de-AT'],
  ['de-AT', ['en', 'de'], 'de'],
  ['zh-Hant-TW', ['zh', 'zh-Hant'], 'zh-Hant'],
  ['de', ['en', 'de-AT'], 'en'],
  ['de', ['fr'], null],
  [null, ['de', 'en'], 'en'],
])('a recipient with the language %s receives, of %j, %s', (language, languages, expected) => {
  expect(chosen([languages.map((tag) => template(tag))], language)).toBe(expected);
});

test('the nearest scope with a suitable template decides', () => {
  const installation = [template('de', { text: 'installation' })];
  expect(chosen([[template('en', { text: 'folder' })], installation], 'de')).toBe('folder');
  expect(chosen([[template('fr')], [], installation], 'de')).toBe('installation');
  expect(chosen([[template('de', { channel: 'slack' }), template('de', { eventType: 'task.started' })]], 'de')).toBe(
    null,
  );
});

test.each([
  ['PT-br', 'pt-BR'],
  ['de', 'de'],
  ['', null],
  ['german!', null],
  [`x-${'a-'.repeat(40)}a`, null],
])('the language %s is %s', (tag, expected) => {
  expect(canonicalLanguage(tag)).toBe(expected);
});

test('the last of several templates for the same message remains', () => {
  const [first, second] = [template('en', { text: 'first' }), template('en', { text: 'second' })];
  expect(withoutRepeated([first, template('de'), second])).toEqual([second, template('de')]);
});
