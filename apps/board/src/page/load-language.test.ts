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
  const { first, complete } = loadLanguage(catalogs, preferredTags);
  expect(await first).toEqual({ catalog: catalogOf(tag), tag });
  expect(await complete).toEqual({ catalog: { ...catalogOf(tag), ...restOf(tag) }, tag });
});

test('without a catalog, no language is loaded', async () => {
  const broken = { en: { first: fails, rest: loaderOf(restOf('en')) } };
  for (const list of [broken, {}]) {
    const { first, complete } = loadLanguage(list, ['en']);
    expect([await first, await complete]).toEqual([null, null]);
  }
});

test('the texts of the first view are loaded first, and stay available if the others fail to load', async () => {
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
  const { first, complete } = loadLanguage({ en: { first: slow, rest } }, []);
  expect(requested).toEqual(['first']);
  send();
  expect([await first, await complete]).toEqual(Array(2).fill({ catalog: catalogOf('en'), tag: 'en' }));
  expect(requested).toEqual(['first', 'rest']);
});
