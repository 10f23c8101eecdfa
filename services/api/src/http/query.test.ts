import { Invalid } from '@slipway/domain/model';
import { expect, test } from 'vitest';
import { readQuery } from './query.ts';

test.each([
  ['no query', '/releases', {}],
  ['a name with a value', '/releases?page=1', { page: '1' }],
  ['a name more than once', '/templates?tag=a&tag=b&tag=c', { tag: ['a', 'b', 'c'] }],
  ['escapes, and invalid escapes unchanged', '/releases/byTitle?releaseTitle=a%20b+c%', { releaseTitle: 'a b c%' }],
  ['the name __proto__', '/releases?__proto__=1', JSON.parse('{"__proto__":"1"}')],
])('reads %s', (_, url, expected) => {
  expect(readQuery(url)).toEqual(expected);
});

test('rejects NUL, which the database cannot store', () => {
  const refused = () => readQuery('/releases/byTitle?releaseTitle=a%00b');
  expect(refused).toThrow(Invalid);
  expect(refused).toThrow('the query contains a character that cannot be stored');
});
