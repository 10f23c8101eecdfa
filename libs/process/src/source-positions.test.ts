import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { toSourcePositions } from './source-positions.ts';

const folder = mkdtempSync(join(tmpdir(), 'slipway-maps-'));
afterAll(() => rmSync(folder, { recursive: true }));

const script = join(folder, 'bundle.js');
// The second line of the script is the eleventh line of the source.
writeFileSync(`${script}.map`, JSON.stringify({ version: 3, sources: ['../source.ts'], names: [], mappings: ';AAUA' }));
writeFileSync(join(folder, 'broken.js.map'), '{');

test.each([
  [`at run (${pathToFileURL(script)}:2:1)`, `at run (${join(folder, '../source.ts')}:11:1)`],
  [`at ${script}:2:1`, `at ${join(folder, '../source.ts')}:11:1`],
])('%s is a position in the source', (frame, expected) => {
  expect(toSourcePositions(`Error: no\n    ${frame}`)).toBe(`Error: no\n    ${expected}`);
});

test.each([
  `at run (${join(folder, 'broken.js')}:2:1)`,
  `at run (${join(folder, 'without-map.js')}:2:1)`,
  `at ${script}:1:1`,
  'at process.processTicksAndRejections (node:internal/process/task_queues:103:5)',
  'at new Promise (<anonymous>)',
])('%s does not change', (frame) => {
  expect(toSourcePositions(frame)).toBe(frame);
});
