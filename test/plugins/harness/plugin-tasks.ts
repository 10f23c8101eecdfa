import { vi } from 'vitest';
import { idOf, startRelease } from '../../harness/rest/plans.ts';
import type { Release, Task } from '../../harness/rest/response-types.ts';
import type { RestClient } from '../../harness/rest/rest-client.ts';

/** A plugin task, with its properties at the level of its own members. */
export type PluginTask = Task & { readonly statusLine?: string } & Readonly<Record<string, unknown>>;

export const commentsOf = ({ comments }: Task): readonly string[] => comments.map(({ text }) => text);

/** Polls until a value is truthy. Concurrent tests cannot use `expect.poll`, which needs the current test. */
export const pollUntil = async <T>(attempt: () => Promise<T | null> | T | null): Promise<NonNullable<T>> =>
  (await vi.waitUntil(attempt, { interval: 50, timeout: 120_000 })) as NonNullable<T>;

/** Helpers for plugin tasks. */
export interface Tasks {
  /** Starts a release with one task. */
  start(task: object): Promise<Release>;
  /** Waits until the task has one of these statuses; returns it. */
  until(release: Release, ...states: readonly string[]): Promise<PluginTask>;
  /** Starts a release with one task; returns the task when it has ended. */
  run(task: object): Promise<PluginTask>;
}

const title = 'run';

export function createTaskHelpers(rest: RestClient): Tasks {
  const until: Tasks['until'] = async (release, ...states) => {
    const read = () => rest.get<PluginTask>(`/tasks/${idOf(release, title)}`);
    return await pollUntil(async () => {
      const task = await read();
      return states.includes(task.status) ? task : null;
    });
  };
  const start: Tasks['start'] = async (task) => await startRelease(rest, { Ship: [{ title, ...task }] });
  return { start, until, run: async (task) => await until(await start(task), 'COMPLETED', 'FAILED') };
}
