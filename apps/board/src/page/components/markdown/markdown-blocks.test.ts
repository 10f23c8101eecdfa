import { expect, test } from 'vitest';
import { parseBlocks } from './markdown-blocks.ts';

test('a text is parsed as paragraphs, headings, lists, quotes, code and rules', () => {
  const text =
    '# Plan\nDo this\nfirst:\n\n- one\n  more of it\n* two\n\n1. first\n2) second\n\n> said\n> twice\n---\n```sh\n# no\n\n- code\n```\nend';
  expect(parseBlocks(text)).toEqual([
    { kind: 'heading', text: 'Plan' },
    { kind: 'paragraph', text: 'Do this\nfirst:' },
    { kind: 'list', isOrdered: false, items: ['one\nmore of it', 'two'] },
    { kind: 'list', isOrdered: true, items: ['first', 'second'] },
    { kind: 'quote', text: 'said\ntwice' },
    { kind: 'rule' },
    { kind: 'code', text: '# no\n\n- code' },
    { kind: 'paragraph', text: 'end' },
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
