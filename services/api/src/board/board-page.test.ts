import type { Board } from '@slipway/board';
import { expect, test } from 'vitest';
import { boardPage } from './board-page.ts';

const scriptsOf = (name: string) => ({
  prefetchScript: `early-${name}.js`,
  script: `board-${name}.js`,
  imports: [`common-${name}.js`],
  views: { home: [`home-${name}.js`] },
  catalogs: Object.fromEntries(['en', 'de'].map((tag) => [tag, { first: `${tag}-first.js`, rest: `${tag}-rest.js` }])),
});
const board: Board = {
  ...{
    ...scriptsOf('en'),
    style: 'board.css',
    viewStyle: 'views.css',
    icon: 'icon.svg',
    font: 'inter.woff2',
    files: new Map(),
  },
  translations: { de: scriptsOf('de'), ar: scriptsOf('ar') },
};
const settings = { depth: 0, hasProvider: false, resetsPasswords: false, archiveAfterDays: 30 };
const page = (language: string) => boardPage(board, { ...settings, view: 'home', language });
const scriptsIn = (html: string) => Array.from(html.matchAll(/"\.\/assets\/([\w-]+\.js)"/g), ([, file]) => file);

test.each([
  ['en', '<html lang="en">', 'en-first.js'],
  ['de', '<html lang="de">', 'de-first.js'],
  ['ar', '<html lang="ar" dir="rtl">', 'en-first.js'],
])('a page in the language %s has its scripts, a message catalog, and its own tag', (language, root, catalog) => {
  const { html, tag } = page(language);
  expect(html).toContain(root);
  const scripts = ['early', 'board', 'common', 'home'].map((name) => `${name}-${language}.js`);
  expect(scriptsIn(html)).toEqual([...scripts, catalog]);
  expect(tag === page('en').tag).toBe(language === 'en');
});

test('the style sheet of other views does not delay Home', () => {
  const link = '<link rel="stylesheet" id="view-style"';
  expect(page('en').html).toContain(`${link} data-later="./assets/views.css">`);
  const later = boardPage(board, { ...settings, view: 'releases', language: 'en' }).html;
  expect(later).toContain(`${link} href="./assets/views.css">`);
});

test('a page has the time after which releases are archived', () => {
  expect(page('en').html).toContain('<meta name="slipway-archive-days" content="30">');
});
