import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { addresses } from '../navigation/addresses.ts';
import { headingId } from './help/article.ts';
import { views } from './views.ts';

test('each address has one view', () => {
  expect(views.map(({ pattern }) => pattern).toSorted()).toEqual(Object.values(addresses).toSorted());
});

test.each(views.map(({ pattern, help }) => [pattern, help]))(
  'the view %s has the page %s of the documentation',
  (_, help) => {
    const [page, section] = help.split('#');
    const file = `docs/${page}.md`;
    expect([file, existsSync(file)]).toEqual([file, true]);
    if (section === undefined) return;
    const headings = Array.from(readFileSync(file, 'utf8').matchAll(/^#+ (.*)$/gm), ([, text = '']) => headingId(text));
    expect(headings).toContain(section);
  },
);
