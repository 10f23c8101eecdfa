import { describe, expect, test } from 'vitest';
import type { Fact } from '../commands/registry.ts';
import { decide, env, fact, task } from '../testing/inputs.ts';
import { at, formatPlan, noon, plan, waitingRun } from '../testing/notation.ts';

const kinds = { task: { s: { type: 'Script' } } };
const waiting = plan('Build: s&', kinds);

const claimed = (attempt: number, until = '12:05'): Fact => ({
  type: 'scriptStarted',
  runId: 'Scripts',
  attempt,
  leaseUntil: at(until),
});
const released = (attempt: number, retry = '12:02'): Fact => ({
  type: 'scriptReleased',
  runId: 'Scripts',
  attempt,
  retryAt: at(retry),
});
const finishedFact = (attempt: number): Extract<Fact, { type: 'scriptFinished' }> => ({
  type: 'scriptFinished',
  runId: 'Scripts',
  attempt,
  result: { status: 'succeeded', value: true, output: null },
  actions: [],
});
const releaseAfter = (start: typeof waiting, now: string, ...facts: readonly Fact[]) =>
  facts.reduce((release, nextFact) => decide(release, fact(nextFact), env({ now: at(now) })).release, start);

describe('a script', () => {
  test('that is claimed runs as this attempt until its lease expires', () => {
    const { release, awaits } = decide(waiting, fact(claimed(1)));
    expect(formatPlan(release)).toBe('IN_PROGRESS Build: s>');
    expect(task(release, 's').run.script).toEqual({
      ...waitingRun('s', 'task'),
      attempt: 1,
      startedAt: noon,
      leaseUntil: at('12:05'),
    });
    expect(awaits).toEqual([
      { taskId: 'Tasks', kind: 'script', purpose: 'task', reference: 'Scripts', until: at('12:05') },
    ]);
  });

  test('is claimed by only one of several schedulers', () => {
    const running = releaseAfter(waiting, '12:00', claimed(1));
    expect(releaseAfter(running, '12:00', claimed(1))).toBe(running);
  });

  test('is not claimed again during its lease, or with a skipped attempt number', () => {
    const running = releaseAfter(waiting, '12:00', claimed(1));
    expect(releaseAfter(running, '12:04', claimed(2, '12:20'))).toBe(running);
    expect(releaseAfter(running, '12:05', claimed(3, '12:20'))).toBe(running);
  });

  test('is claimed again after the lease, and the result of the first attempt is then ignored', () => {
    const secondAttempt = releaseAfter(waiting, '12:05', claimed(1), claimed(2, '12:20'));
    expect(task(secondAttempt, 's').run.script?.attempt).toBe(2);
    expect(releaseAfter(secondAttempt, '12:06', finishedFact(1))).toBe(secondAttempt);
    expect(formatPlan(releaseAfter(secondAttempt, '12:06', finishedFact(2)))).toBe('COMPLETED Build: s+');
  });

  test('that takes longer than its lease is not claimed again while the lease is renewed', () => {
    const goesOn = (attempt: number): Fact => ({
      type: 'scriptLeaseRenewed',
      runId: 'Scripts',
      attempt,
      leaseUntil: at('12:10'),
    });
    const running = releaseAfter(waiting, '12:00', claimed(1), goesOn(1));
    expect(releaseAfter(running, '12:09', claimed(2, '12:20'))).toBe(running);
    expect(releaseAfter(running, '12:09', goesOn(0))).toBe(running);
    expect(task(releaseAfter(running, '12:10', claimed(2, '12:20')), 's').run.script?.attempt).toBe(2);
  });

  test('can end after its lease if no other attempt has claimed it', () => {
    expect(formatPlan(releaseAfter(releaseAfter(waiting, '12:00', claimed(1)), '13:00', finishedFact(1)))).toBe(
      'COMPLETED Build: s+',
    );
  });

  test('that is released is retried from the given time', () => {
    const afterRelease = releaseAfter(waiting, '12:00', claimed(1), released(1));
    expect(task(afterRelease, 's').run.script).toMatchObject({ attempt: 1, startedAt: null, leaseUntil: at('12:02') });
    expect(releaseAfter(afterRelease, '12:01', claimed(2))).toBe(afterRelease);
    expect(task(releaseAfter(afterRelease, '12:02', claimed(2)), 's').run.script?.attempt).toBe(2);
    expect(releaseAfter(afterRelease, '12:01', released(0))).toBe(afterRelease);
  });

  test('sets its output on its task, even if it is locked, and replaces mapped values', () => {
    const running = plan('Build: s&', {
      task: { s: { type: 'Script', locked: true, run: { startDate: noon, mapped: { a: '1', b: '2' } } } },
    });
    const put = (names: readonly string[]): Fact => ({
      ...finishedFact(0),
      outputs: { names, properties: { a: 'new' } },
    });
    const { release } = decide(running, fact(put(['a'])));
    expect(task(release, 's').passive).toEqual({ kind: 'stored', changes: { properties: { a: 'new' } } });
    expect(task(release, 's').run).toMatchObject({ status: 'COMPLETED', mapped: { b: '2' } });
    expect(task(release, 's').beforeRun).toEqual(task(running, 's').definition);
    expect(task(decide(running, fact(put(['a', 'b']))).release, 's').run.mapped).toBeNull();
    const unmapped = plan('Build: s&', kinds);
    expect(task(decide(unmapped, fact(put(['a']))).release, 's').run.mapped).toBeNull();
  });
});
