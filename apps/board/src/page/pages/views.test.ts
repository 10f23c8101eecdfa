import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { documentationFiles } from '../../../../../scripts/documentation-pages.ts';
import { addresses } from '../navigation/addresses.ts';
import { headingId } from './help/article.ts';
import { views } from './views.ts';

test('each address has one view', () => {
  expect(views.map(({ pattern }) => pattern).toSorted()).toEqual(Object.values(addresses).toSorted());
});

test.each([
  [addresses.home, 'how-to/work-on-the-board'],
  [addresses.release, 'how-to/work-on-the-board#read-a-release'],
  [addresses.create, 'how-to/work-on-the-board#create-a-release'],
  [addresses.webhooks, 'how-to/receive-webhooks'],
  [addresses.why, 'how-to/manage-users-and-roles#explain-a-permission'],
])('the view %s has the help page %s', (pattern, help) => {
  expect(views.find((view) => view.pattern === pattern)?.help).toBe(help);
});

test.each(views.map(({ pattern, help }) => [pattern, help]))(
  'the view %s has the page %s of the documentation',
  (_, help) => {
    const [page, section] = help.split('#');
    const file = `docs/${page}.md`;
    expect(documentationFiles('docs')).toContain(file);
    if (section === undefined) return;
    const headings = Array.from(readFileSync(file, 'utf8').matchAll(/^#+ (.*)$/gm), ([, text = '']) => headingId(text));
    expect(headings).toContain(section);
  },
);
