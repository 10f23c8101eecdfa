import { expect, test } from 'vitest';
import { parseSpans, type Span } from './markdown-spans.ts';

const text = (source: string): Span => ({ kind: 'text', text: source });

test.each<[string, readonly Span[]]>([
  ['plain', [text('plain')]],
  [
    'a **b** _c_ `d`',
    [
      text('a '),
      { kind: 'strong', text: 'b' },
      text(' '),
      { kind: 'emphasis', text: 'c' },
      text(' '),
      { kind: 'code', text: 'd' },
    ],
  ],
  ['~~no~~ ~a~ \\~', [{ kind: 'deleted', text: 'no' }, text(' ~a~ '), text('~')]],
  ['`**`', [{ kind: 'code', text: '**' }]],
  ['2 * 3 * 4', [text('2 * 3 * 4')]],
  ['snake_case_name', [text('snake_case_name')]],
  ['\\*no\\*', [text('*'), text('no'), text('*')]],
  ['[here](https://a.example/b)', [{ kind: 'link', text: 'here', to: 'https://a.example/b' }]],
  [
    'see https://a.example.',
    [text('see '), { kind: 'link', text: 'https://a.example', to: 'https://a.example' }, text('.')],
  ],
  ['<img src=x>', [text('<img src=x>')]],
])('%s', (source, spans) => {
  expect(parseSpans(source)).toEqual(spans);
});

test.each(['javascript:alert(1)', 'data:text/html,x', 'vbscript:x', '//a.example', '/releases', 'java\nscript:x'])(
  'a link to %s is shown as text',
  (to) => {
    expect(parseSpans(`[x](${to})`).some(({ kind }) => kind === 'link')).toBe(false);
  },
);

test('unclosed markers do not remove other text', () => {
  for (const sign of ['`', '*', '**', '_', '__', '[', '](', '\\', 'http://', 'h']) {
    const spans = parseSpans(`${sign.repeat(200)}z`);
    expect(spans.map((span) => span.text).join('')).toContain('z');
  }
});
