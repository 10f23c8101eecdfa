import { describe, expect, test } from 'vitest';
import type { Fact } from '../decision/inputs.ts';
import { decided, env, fact, task } from '../testing/inputs.ts';
import { at, noon, plan, show, waitingRun } from '../testing/notation.ts';

const kinds = { task: { s: { type: 'Script' } } };
const waiting = plan('Build: s&', kinds);

const taken = (attempt: number, until = '12:05'): Fact => ({
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
const answered = (attempt: number): Extract<Fact, { type: 'scriptFinished' }> => ({
  type: 'scriptFinished',
  runId: 'Scripts',
  attempt,
  result: { ended: 'well', value: true, output: null },
  actions: [],
});
const told = (start: typeof waiting, now: string, ...facts: readonly Fact[]) =>
  facts.reduce((release, one) => decided(release, fact(one), env({ now: at(now) })).release, start);

describe('a script', () => {
  test('that is taken up runs under its attempt until its lease is over', () => {
    const { release, awaits } = decided(waiting, fact(taken(1)));
    expect(show(release)).toBe('IN_PROGRESS Build: s>');
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

  test('is taken up by one of several who try at once', () => {
    const running = told(waiting, '12:00', taken(1));
    expect(told(running, '12:00', taken(1))).toBe(running);
  });

  test('is not taken up again while the lease holds, nor by who skips an attempt', () => {
    const running = told(waiting, '12:00', taken(1));
    expect(told(running, '12:04', taken(2, '12:20'))).toBe(running);
    expect(told(running, '12:05', taken(3, '12:20'))).toBe(running);
  });

  test('is taken up again when the lease is over; the answer of the first attempt then changes nothing', () => {
    const again = told(waiting, '12:05', taken(1), taken(2, '12:20'));
    expect(task(again, 's').run.script?.attempt).toBe(2);
    expect(told(again, '12:06', answered(1))).toBe(again);
    expect(show(told(again, '12:06', answered(2)))).toBe('COMPLETED Build: s+');
  });

  test('that takes longer than its lease is not claimed again while the lease is renewed', () => {
    const goesOn = (attempt: number): Fact => ({
      type: 'scriptGoesOn',
      runId: 'Scripts',
      attempt,
      leaseUntil: at('12:10'),
    });
    const running = told(waiting, '12:00', taken(1), goesOn(1));
    expect(told(running, '12:09', taken(2, '12:20'))).toBe(running);
    expect(told(running, '12:09', goesOn(0))).toBe(running);
    expect(task(told(running, '12:10', taken(2, '12:20')), 's').run.script?.attempt).toBe(2);
  });

  test('is accepted after its lease, if no other attempt has claimed it', () => {
    expect(show(told(told(waiting, '12:00', taken(1)), '13:00', answered(1)))).toBe('COMPLETED Build: s+');
  });

  test('that is released is tried again from the given time on', () => {
    const given = told(waiting, '12:00', taken(1), released(1));
    expect(task(given, 's').run.script).toMatchObject({ attempt: 1, startedAt: null, leaseUntil: at('12:02') });
    expect(told(given, '12:01', taken(2))).toBe(given);
    expect(task(told(given, '12:02', taken(2)), 's').run.script?.attempt).toBe(2);
    expect(told(given, '12:01', released(0))).toBe(given);
  });

  test('leaves what it has put out with its task, locked or not, in place of what was mapped there', () => {
    const running = plan('Build: s&', {
      task: { s: { type: 'Script', locked: true, run: { startDate: noon, mapped: { a: '1', b: '2' } } } },
    });
    const put = (names: readonly string[]): Fact => ({
      ...answered(0),
      outputs: { names, properties: { a: 'new' } },
    });
    const { release } = decided(running, fact(put(['a'])));
    expect(task(release, 's').passive).toEqual({ kind: 'stored', changes: { properties: { a: 'new' } } });
    expect(task(release, 's').run).toMatchObject({ status: 'COMPLETED', mapped: { b: '2' } });
    expect(task(release, 's').beforeRun).toEqual(task(running, 's').definition);
    expect(task(decided(running, fact(put(['a', 'b']))).release, 's').run.mapped).toBeNull();
    const unmapped = plan('Build: s&', kinds);
    expect(task(decided(unmapped, fact(put(['a']))).release, 's').run.mapped).toBeNull();
  });
});
