import { describe, expect, test } from 'vitest';
import { matchesStrongly, matchesWeakly } from './preconditions.ts';

describe('a list of ETags matches "a"', () => {
  test.each([
    ['alone', '"a"', true, true],
    ['in a list', '"b", "a" ,"c"', true, true],
    ['in a list without spaces', '"b","a"', true, true],
    ['as a weak ETag', 'W/"a"', true, false],
    ['after a weak ETag', 'W/"a", "a"', true, true],
    ['with *', '*', true, true],
    ['not as a part of another ETag', '"aa", "ba", "ab"', false, false],
    ['not in upper case', '"A"', false, false],
    ['not without quotes', 'a', false, false],
    ['not if empty', '', false, false],
    ['not if the quotes contain a comma', '"b,a"', false, false],
    ['not with a quoted *', '"*"', false, false],
  ])('%s', (_, header, weakly, strongly) => {
    expect(matchesWeakly(header, '"a"')).toBe(weakly);
    expect(matchesStrongly(header, '"a"')).toBe(strongly);
  });

  test('after a short time, even for a large hostile header', async () => {
    const took = () => {
      const startedAt = performance.now();
      for (const header of ['W/'.repeat(8_000), '"'.repeat(16_000), 'W/"'.repeat(5_000), '"a'.repeat(8_000)]) {
        matchesWeakly(header, '"zz"');
      }
      return performance.now() - startedAt;
    };
    await expect.poll(took).toBeLessThan(200);
  });
});
