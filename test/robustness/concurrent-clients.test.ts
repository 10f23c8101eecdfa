import type { TaskStatus } from '@slipway/domain/model';
import { expect, test } from 'vitest';
import { createDice, pick } from '../../libs/domain/src/testing/random-walk.ts';
import { taskEdges } from '../../libs/domain/src/testing.ts';
import { serve } from '../harness/product/serve.ts';
import { noScriptRunnerEnv } from '../harness/product/service-process.ts';
import { startRelease, tasksOf } from '../harness/rest/plans.ts';
import type { Activity, Release, Task } from '../harness/rest/response-types.ts';
import { pickLength, seed, systemTestTimeoutMs } from '../harness/test-length.ts';
import { createSender, runConcurrently } from './sender.ts';

const { rest, url } = serve(noScriptRunnerEnv);

const clients = 200;
const commands = pickLength({ short: 600, long: 10_000 });
const verbs = ['complete', 'fail', 'retry', 'skip', 'reopen'] as const;
type Verb = (typeof verbs)[number];

/** The status of a task after a log entry, and the command that causes the entry. A retried task starts again. */
const entries: Readonly<Record<string, { readonly status: TaskStatus; readonly verb: Verb | null }>> = {
  TASK_STARTED: { status: 'IN_PROGRESS', verb: null },
  TASK_RESTARTED: { status: 'IN_PROGRESS', verb: 'retry' },
  TASK_COMPLETED: { status: 'COMPLETED', verb: 'complete' },
  TASK_COMPLETED_IN_ADVANCE: { status: 'COMPLETED_IN_ADVANCE', verb: 'complete' },
  TASK_FAILED: { status: 'FAILED', verb: 'fail' },
  TASK_SKIPPED: { status: 'SKIPPED', verb: 'skip' },
  TASK_SKIPPED_IN_ADVANCE: { status: 'SKIPPED_IN_ADVANCE', verb: 'skip' },
  TASK_REOPENED: { status: 'PLANNED', verb: 'reopen' },
};

/** Returns the statuses of a task in its log, from PLANNED on. */
function historyOf(log: readonly Activity[], task: Task) {
  const ownTypes = log.filter(({ targetId }) => targetId === task.id).map(({ activityType }) => activityType);
  const steps = ownTypes.filter((type) => type !== 'COMMENT_ADDED').map((type) => entries[type]!);
  const statuses: readonly TaskStatus[] = ['PLANNED', ...steps.map(({ status }) => status)];
  const invalidTransitions = statuses.slice(1).filter((status, index) => {
    const before = statuses[index]!;
    return before !== status && !taskEdges[before].includes(status);
  });
  // Tasks completed in advance end automatically.
  const byCommand = steps.filter(({ status }, index) => statuses[index] !== `${status}_IN_ADVANCE`);
  return { verbs: byCommand.flatMap(({ verb }) => verb ?? []), last: statuses.at(-1), wrong: invalidTransitions };
}

const lastSegment = (id: string): string => id.slice(id.lastIndexOf('/') + 1);
const titles = (name: string, count: number) => Array.from({ length: count }, (_, index) => `${name} ${index}`);

interface Command {
  readonly task: string;
  readonly verb: Verb;
  readonly comment: string;
}

test(`of 200 clients on one release each accepted command is logged once, in a possible order (seed ${seed})`, {
  timeout: systemTestTimeoutMs,
}, async () => {
  const parallelGroup = {
    title: 'together',
    type: 'rel.ParallelGroup',
    tasks: titles('parallel', 60).map((title) => ({ title })),
  };
  const release = await startRelease(rest, {
    First: [parallelGroup, ...titles('sequence', 40)],
    Last: titles('last', 20),
  });
  const tasks = tasksOf(release).filter(({ type }) => type === 'rel.Task');
  const dice = createDice(seed);
  const requested = Array.from(
    { length: commands },
    (_, number): Command => ({
      task: lastSegment(pick(dice, tasks)!.id),
      verb: pick(dice, verbs)!,
      comment: `command ${number}`,
    }),
  );

  const { send, close } = createSender(url(), clients);
  const responses = await runConcurrently(clients, requested, ({ task, verb, comment }) =>
    send({
      method: 'POST',
      path: `/tasks/${task}/${verb}`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ comment }),
    }),
  );
  close();
  const statuses = new Set(responses.map(([, { status }]) => status));
  expect([...statuses].toSorted()).toEqual([200, 409]);
  const accepted = responses.filter(([, { status }]) => status === 200).map(([command]) => command);
  expect(accepted.length).toBeGreaterThan(commands / 20);

  const after = await rest.get<Release>(`/releases/${release.id}`);
  const comments = tasksOf(after).flatMap((task) => task.comments.map(({ text }) => `${lastSegment(task.id)} ${text}`));
  const log = await rest.get<readonly Activity[]>(`/activities/${release.id}`);
  expect(comments.filter((text) => text.includes('command ')).toSorted()).toEqual(
    accepted.map(({ task, comment }) => `${task} ${comment}`).toSorted(),
  );
  for (const task of tasksOf(after).filter(({ type }) => type === 'rel.Task')) {
    const { verbs: logged, last, wrong: invalidTransitions } = historyOf(log, task);
    const acceptedVerbs = accepted.filter((command) => command.task === lastSegment(task.id)).map(({ verb }) => verb);
    expect([task.title, logged.toSorted()]).toEqual([task.title, acceptedVerbs.toSorted()]);
    expect([task.title, last, invalidTransitions]).toEqual([task.title, task.status, []]);
  }
});
