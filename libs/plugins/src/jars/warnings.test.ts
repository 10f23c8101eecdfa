import { textOf } from '@slipway/domain/messages';
import { expect, test } from 'vitest';
import { missingNameWarnings, moduleCapacityWarnings } from './warnings.ts';

const lack = (name: string, ...scripts: readonly string[]) =>
  scripts.map((script) => ({ script, name, reason: 'scripts have no network' }));

test('the most frequent unavailable name is first, with the first scripts that use it', () => {
  const lacks = [...lack('socket', 'a.py'), ...lack('ssl', 'a.py', 'b.py', 'c.py', 'd.py', 'e.py')];
  expect(missingNameWarnings(lacks).map(textOf)).toEqual([
    "'ssl' is not available to scripts, since scripts have no network: a.py, b.py, c.py and 2 more",
    "'socket' is not available to scripts, since scripts have no network: a.py",
  ]);
  expect(missingNameWarnings([])).toEqual([]);
});

test('lists the first names up to a limit, with the number of the others', () => {
  const warnings = missingNameWarnings(Array.from({ length: 23 }, (_, at) => lack(`name${at}`, 'a.py')).flat());
  expect(warnings).toHaveLength(21);
  expect(warnings.map(textOf).at(-1)).toBe(
    '3 more names are not available to scripts: the plugin lists them in its member lacks',
  );
});

test('warns about modules near the limit of the runner', () => {
  expect(moduleCapacityWarnings(799, 1_000)).toEqual([]);
  expect(moduleCapacityWarnings(800, 1_000).map(textOf)).toEqual([
    'all modules have 800 characters, but a script runner stores at most 1000: further modules cannot be imported',
  ]);
});
