import { expect, test } from 'vitest';
import { orderOf } from './order.ts';

const links = (...pairs: readonly string[]) => pairs.map((pair) => ({ source: pair[0]!, target: pair[1]! }));

/** Returns the lanes of each card in a list, with a question mark if text is needed for some dependencies. */
function drawn(ids: string, ...pairs: readonly string[]): readonly string[] {
  const order = orderOf([...ids], links(...pairs));
  return [...ids].map((id) => {
    const strands = order
      .strandsOf(id)
      .map(({ lane, part, isAbove, isBelow }) => `${lane}${part}${isAbove ? '↑' : ''}${isBelow ? '↓' : ''}`);
    return `${id}${order.isDrawn(id) ? '' : '?'} ${strands.join(' ')}`.trim();
  });
}

test('sequential tasks share a lane: a line ends in the upper half of a card, the next begins in the lower half', () => {
  expect(drawn('abc', 'ab', 'bc')).toEqual(['a 0begins↓', 'b 0ends↑ 0begins↓', 'c 0ends↑']);
});

test('a line branches to all dependent tasks of its task, and passes other tasks', () => {
  expect(drawn('abcd', 'ab', 'ad')).toEqual(['a 0begins↓', 'b 0ends↑↓', 'c 0passes↑↓', 'd 0ends↑']);
});

test('a line can lead to an earlier card, and short lines are next to the cards', () => {
  expect(drawn('abc', 'ca', 'cb', 'ab')).toEqual(['a 0begins↓ 1ends↓', 'b 0ends↑ 1ends↑↓', 'c 1begins↑']);
});

test('lines above the limit and links to tasks outside the list are not drawn', () => {
  const sources = 'abcdef';
  const last = drawn(`${sources}uvwxyz`, 'az', 'by', 'cx', 'dw', 'ev', 'fu');
  expect(last.slice(-6).map((line) => line.split(' ')[0])).toEqual(['u', 'v', 'w', 'x', 'y', 'z?']);
  expect(drawn('ab', 'xb')).toEqual(['a', 'b?']);
});
