import { expect, test } from 'vitest';
import { headingId, parseArticle, targetOf } from './article.ts';
import { helpUrl } from './links.ts';

test('a page is parsed as sections, text, lists, tables and code', () => {
  const text = [
    ...['# Attach files', '', 'See <https://a.example/b>.', '## Limits of `PUT`', '- one', '- two', ''],
    ...[
      '| name | value |',
      '|---|---|',
      '| `a` | x \\| y |',
      '',
      '```sh',
      '# no heading',
      '| no table',
      '```',
      '```',
      'b',
      '```',
    ],
  ].join('\n');
  expect(parseArticle(text)).toEqual([
    { kind: 'section', level: 1, text: 'Attach files', id: 'attach-files' },
    { kind: 'paragraph', text: 'See https://a.example/b.' },
    { kind: 'section', level: 2, text: 'Limits of `PUT`', id: 'limits-of-put' },
    { kind: 'list', start: null, items: ['one', 'two'].map((text) => ({ text, isDone: null, lists: [] })) },
    { kind: 'table', head: ['name', 'value'], rows: [['`a`', 'x | y']] },
    { kind: 'code', text: '# no heading\n| no table' },
    { kind: 'code', text: 'b' },
  ]);
});

test.each([
  ['Find releases', 'find-releases'],
  ['`GET /x`: a, b', 'get-x-a-b'],
])('the heading %s has the id %s', (text, id) => {
  expect(headingId(text)).toBe(id);
});

test.each([
  ['attach-files.md#limits', { kind: 'page', to: 'how-to/attach-files#limits' }],
  ['../reference/errors.md', { kind: 'page', to: 'reference/errors' }],
  ['#limits', { kind: 'page', to: 'how-to/manage-teams#limits' }],
  ['../../ARCHITECTURE.md', null],
  ['../explanation/decisions/board.md', null],
  ['https://a.example', { kind: 'url', to: 'https://a.example' }],
  ['http://127.0.0.1:5516/docs', { kind: 'path', to: '/docs' }],
  ['http://127.0.0.1:5516', { kind: 'path', to: '/' }],
])('a link to %s has the target %j', (href, target) => {
  const pages = ['how-to/attach-files', 'reference/errors', 'how-to/manage-teams'];
  expect(targetOf(href, 'how-to/manage-teams', (page) => pages.includes(page))).toEqual(target);
});

test('the address of a page contains its path and section', () => {
  expect(['README', 'how-to/attach-files', 'how-to/attach-files#limits'].map(helpUrl)).toEqual([
    '/help',
    '/help?page=how-to%2Fattach-files',
    '/help?page=how-to%2Fattach-files&section=limits',
  ]);
});
