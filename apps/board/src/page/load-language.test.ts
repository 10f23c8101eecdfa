import { expect, test } from 'vitest';
import { type Catalogs, loadLanguage } from './load-language.ts';

const catalogOf = (text: string) => ({ quote: { value: { text } } });
const loaderOf = (tag: string) => () => Promise.resolve({ default: catalogOf(tag) });
const catalogs: Catalogs = Object.fromEntries(['en', 'pl', 'zh-Hant'].map((tag) => [tag, loaderOf(tag)]));

test.each([
  [['pl'], 'pl'],
  [['pl-PL', 'en'], 'pl'],
  [['de', 'pl', 'en'], 'pl'],
  [['en-GB', 'pl'], 'en'],
  [['zh-Hant-TW'], 'zh-Hant'],
  [['zh'], 'en'],
  [['de'], 'en'],
  [['constructor'], 'en'],
  [[], 'en'],
])('for the preferred languages %j, the catalog is that of %s', async (preferredTags, tag) => {
  expect(await loadLanguage(catalogs, preferredTags)).toEqual({ catalog: catalogOf(tag), tag });
});

test('without the catalog, there is no language', async () => {
  const broken = { en: () => Promise.reject(new TypeError('failed to fetch')) };
  expect(await loadLanguage(broken, ['en'])).toBeNull();
  expect(await loadLanguage({}, ['en'])).toBeNull();
});
