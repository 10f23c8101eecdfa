import { describe, expect, test } from 'vitest';
import { matchesStrongly, matchesWeakly } from './preconditions.ts';

describe('a header of tags names "a"', () => {
  test.each([
    ['alone', '"a"', true, true],
    ['in a list', '"b", "a" ,"c"', true, true],
    ['in a list without blanks', '"b","a"', true, true],
    ['weakly', 'W/"a"', true, false],
    ['beside a weak one', 'W/"a", "a"', true, true],
    ['with a star', '*', true, true],
    ['not as a part of another', '"aa", "ba", "ab"', false, false],
    ['not in other letters', '"A"', false, false],
    ['not without quotes', 'a', false, false],
    ['not when empty', '', false, false],
    ['not across a comma in quotes', '"b,a"', false, false],
    ['not with a star in quotes', '"*"', false, false],
  ])('%s', (_, header, weakly, strongly) => {
    expect(matchesWeakly(header, '"a"')).toBe(weakly);
    expect(matchesStrongly(header, '"a"')).toBe(strongly);
  });

  test('and a huge hostile one is read in no time', async () => {
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
