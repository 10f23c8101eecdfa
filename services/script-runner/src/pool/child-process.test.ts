import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { startRunner } from '../runner.ts';
import { minimalRequest, patientSettings } from '../testing.ts';

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

/** Returns the used heap, in megabytes. */
function usedMb(): number {
  collect();
  return process.memoryUsage().heapUsed / 1e6;
}

const megabyte = 1_000_000;

test('the child does not keep its answers in memory', async () => {
  const runner = startRunner({ ...patientSettings, quick: { ...patientSettings.quick, size: 1, minimum: 1 } });
  const request = { ...minimalRequest, script: `'x'.repeat(${megabyte / 2})` };
  const run = async (): Promise<number> => {
    const { result } = await runner.run(request, JSON.stringify(request), new AbortController().signal);
    return String(result).length;
  };
  await run();
  const [child] = runner.pids();
  const before = usedMb();
  for (let count = 0; count < 40; count += 1) expect(await run()).toBe(megabyte / 2);
  // the answers had 20 MB
  expect(usedMb() - before).toBeLessThan(10);
  expect(runner.pids()).toContain(child);
  await runner.stop();
});
