import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { idOf } from './plans.ts';
import type { Release, Task } from './response-types.ts';
import type { RestClient } from './rest-client.ts';

/** Returns a task that runs a script. */
export const scriptTask = (script: string, fields = {}) => ({
  title: 'run',
  type: 'rel.ScriptTask',
  script,
  ...fields,
});
export const asJavaScript = (script: string) => `// language: javascript\n${script}`;
/** A Python script that takes some seconds; a script cannot measure time, because its clock is constant. */
export const slowPythonScript = 'for i in xrange(4 * 10 ** 6):\n    pass\n';

/** Waits until the task with this title has this status; returns its comments. */
export async function waitForComments(
  rest: RestClient,
  release: Release,
  title: string,
  state: string,
): Promise<readonly string[]> {
  const read = () => rest.get<Task>(`/tasks/${idOf(release, title)}`);
  await expect.poll(async () => (await read()).status, { interval: 50 }).toBe(state);
  return (await read()).comments.map(({ text }) => text);
}

/** Returns the process ids of the script runner that the product has started. */
export function scriptRunnerPids(parent: number): readonly number[] {
  const children = readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8')
    .split(' ')
    .filter(Boolean)
    .map(Number);
  return children.filter((child) => readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('script-runner'));
}
