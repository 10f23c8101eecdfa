import type { Catalog } from '@slipway/domain/messages';
import { expect, test } from 'vitest';
import { type Catalogs, loadLanguage } from './load-language.ts';

const fails = () => Promise.reject(new TypeError('failed to fetch'));
const catalogOf = (text: string) => ({ quote: { value: { text } } });
const loaderOf = (catalog: Catalog) => () => Promise.resolve({ default: catalog });
const restOf = (text: string) => ({ token: { wrong: { text } } });
const loadersOf = (tag: string) => ({ first: loaderOf(catalogOf(tag)), rest: loaderOf(restOf(tag)) });
const catalogs: Catalogs = Object.fromEntries(['en', 'pl', 'zh-Hant'].map((tag) => [tag, loadersOf(tag)]));

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
])('the preferred languages %j load the catalog %s', async (preferredTags, tag) => {
  const { first, loadComplete } = loadLanguage(catalogs, preferredTags);
  expect(await first).toEqual({ catalog: catalogOf(tag), tag });
  expect(await loadComplete()).toEqual({ catalog: { ...catalogOf(tag), ...restOf(tag) }, tag });
});

test('without a catalog, no language is loaded', async () => {
  const broken = { en: { first: fails, rest: loaderOf(restOf('en')) } };
  for (const list of [broken, {}]) {
    const { first, loadComplete } = loadLanguage(list, ['en']);
    expect([await first, await loadComplete()]).toEqual([null, null]);
  }
});

test('the other texts are loaded on demand, and those of the first view stay if they fail to load', async () => {
  const requested: string[] = [];
  const { promise: sent, resolve: send } = Promise.withResolvers<void>();
  const slow = async () => {
    requested.push('first');
    await sent;
    return { default: catalogOf('en') };
  };
  const rest = () => {
    requested.push('rest');
    return fails();
  };
  const { first, loadComplete } = loadLanguage({ en: { first: slow, rest } }, []);
  send();
  await first;
  expect(requested).toEqual(['first']);
  expect([await first, await loadComplete(), await loadComplete()]).toEqual(
    Array(3).fill({ catalog: catalogOf('en'), tag: 'en' }),
  );
  expect(requested).toEqual(['first', 'rest']);
});
