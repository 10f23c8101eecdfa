import { expect, test } from 'vitest';
import { mentionsOf, openMention } from './mentions.ts';

const namesIn = (text: string) => mentionsOf(text).map(({ name }) => name);

test.each([
  ['a name at the start', '@ann please look', ['ann']],
  ['several names, also repeated ones', '@ann and @bob, then @ann', ['ann', 'bob', 'ann']],
  ['a name before punctuation', 'Ask (@ann.smith), @bob! or @eve-2.', ['ann.smith', 'bob', 'eve-2']],
  ['a name in bold text and in a list', '- **@ann**\n- @bob', ['ann', 'bob']],
  ['a name that is an e-mail address', 'thanks @ann@example.org.', ['ann@example.org']],
  ['a name of other letters', '@Łukasz and @王伟', ['Łukasz', '王伟']],
  ['a name of one letter', '@a', ['a']],
  ['no name in an e-mail address', 'write to ann@example.org', []],
  ['no name in an address of the web', 'https://example.org/@ann and a/@bob', []],
  ['no name in code', '`@ann` and\n```\n@bob\n```\n@eve', ['eve']],
  ['no name in code without an end', '```\n@ann', []],
  ['no name after an @ alone', '@ ann, @@bob, @', []],
  ['no name in a text without @', 'ann', []],
])('finds %s', (_, text, names) => {
  expect(namesIn(text)).toEqual(names);
});

test('a mention has the index of its @', () => {
  expect(mentionsOf('`@x` hi @ann')).toEqual([{ name: 'ann', index: 8 }]);
});

test('a text of many @ is parsed in linear time', () => {
  const startedAt = performance.now();
  expect(namesIn('@'.repeat(32_000))).toEqual([]);
  expect(namesIn('@a.'.repeat(10_000)).length).toBeGreaterThan(0);
  expect(performance.now() - startedAt).toBeLessThan(1_000);
});

test.each([
  ['after the @', 'ask @', { typed: '', index: 4 }],
  ['in a name', '@an', { typed: 'an', index: 0 }],
  ['in a name with a dot at its end', '(@ann.', { typed: 'ann.', index: 1 }],
  ['not after a name', '@ann ', null],
  ['not in an e-mail address', 'ann@ex', null],
  ['not in code', '```\n@an', null],
  ['not in an empty text', '', null],
])('a mention is open %s', (_, text, expected) => {
  expect(openMention(text)).toEqual(expected);
});
