import { expect, test } from 'vitest';
import { type List, parseBlocks } from './markdown-blocks.ts';

const item = (text: string, ...lists: readonly List[]) => ({ text, isDone: null, lists });
const list = (start: number | null, ...items: List['items']): List => ({ kind: 'list', start, items });

test('a text is parsed as paragraphs, headings, lists, quotes, code and rules', () => {
  const text =
    '# Plan\nDo this\nfirst:\n\n- one\n  more of it\n* two\n\n1. first\n2) second\n\n> said\n> twice\n---\n```sh\n# no\n\n- code\n```\nend';
  expect(parseBlocks(text)).toEqual([
    { kind: 'heading', text: 'Plan' },
    { kind: 'paragraph', text: 'Do this\nfirst:' },
    list(null, item('one\nmore of it'), item('two')),
    list(1, item('first'), item('second')),
    { kind: 'quote', text: 'said\ntwice' },
    { kind: 'rule' },
    { kind: 'code', text: '# no\n\n- code' },
    { kind: 'paragraph', text: 'end' },
  ]);
});

test('a numbered list starts with the number of its first item', () => {
  const numbered = '1. a\n2. b\n```\nx\n```\n3. c\n\n10) d';
  expect(parseBlocks(numbered)).toEqual([
    list(1, item('a'), item('b')),
    { kind: 'code', text: 'x' },
    list(3, item('c')),
    list(10, item('d')),
  ]);
});

test('a line of cells above a delimiter begins a table', () => {
  const text = '| Name | `Value` |\n|---|:-:|\n| a \\| b | 1 | 2 |\n| c |\n\nx | y\n- | -\n1 | 2\nend\n\na | b\nc';
  expect(parseBlocks(text)).toEqual([
    {
      ...{ kind: 'table', head: ['Name', '`Value`'] },
      rows: [['a | b', '1'], ['c']],
    },
    { kind: 'table', head: ['x', 'y'], rows: [['1', '2']] },
    { kind: 'paragraph', text: 'end' },
    { kind: 'paragraph', text: 'a | b\nc' },
  ]);
});

test('an item of a task list is done or not done', () => {
  expect(parseBlocks('- [x] built\n- [ ] tested\n  on all\n- [X] shipped\n- [y] no\n- [ ]')).toEqual([
    list(
      null,
      { text: 'built', isDone: true, lists: [] },
      { text: 'tested\non all', isDone: false, lists: [] },
      { text: 'shipped', isDone: true, lists: [] },
      item('[y] no'),
      item('[ ]'),
    ),
  ]);
});

test('an indented item is below the item before it', () => {
  const text = [
    ...['- a', '  - b', '    more', '  1. c', '      - d', '  2. e', '- f', '    - g', '   h'],
    ...['1. i', '   - j', '---', '   - k'],
  ].join('\n');
  expect(parseBlocks(text)).toEqual([
    list(
      null,
      item('a', list(null, item('b\nmore')), list(1, item('c', list(null, item('d'))), item('e'))),
      item('f', list(null, item('g\nh'))),
    ),
    list(1, item('i', list(null, item('j')))),
    { kind: 'rule' },
    list(null, item('k')),
  ]);
});

test.each([
  ['nothing', '', []],
  ['code that does not end', '```\na', [{ kind: 'code', text: 'a' }]],
  ['a line of signs', '#######', [{ kind: 'paragraph', text: '#######' }]],
  ['HTML, as it was written', '<b>x</b>', [{ kind: 'paragraph', text: '<b>x</b>' }]],
  [
    'line ends of Windows',
    'a\r\n\r\nb',
    [
      { kind: 'paragraph', text: 'a' },
      { kind: 'paragraph', text: 'b' },
    ],
  ],
])('%s', (_, text, blocks) => {
  expect(parseBlocks(text)).toEqual(blocks);
});

test('no line of a hostile text is lost', () => {
  const lines = ['- ', '>', '```', '1.', '***', '  x', '#', '', '- a', '~~~'];
  for (const first of lines) {
    for (const second of lines) {
      const blocks = parseBlocks([first, second, 'last'].join('\n'));
      expect(JSON.stringify(blocks)).toContain('last');
    }
  }
});
