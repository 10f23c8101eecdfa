import { describe, expect, test } from 'vitest';
import type { Env } from '../decision/env.ts';
import { awaitsOf, wakeAt } from '../flow/effects.ts';
import { textOf } from '../messages/english.ts';
import type { Release } from '../model/release.ts';
import type { TargetState } from '../model/task.ts';
import { env } from '../testing/inputs.ts';
import { at, noon, type PlanOverrides, plan, waitingRun } from '../testing/notation.ts';
import { gapsOf, type StoredWork } from './consistency.ts';

const grace = { graceMs: 60_000, scriptGraceMs: 300_000 };
/** A release with the awaits and the wake-up time that its state requires. */
const storedWork = (release: Release, more: Partial<StoredWork> = {}): StoredWork => ({
  release,
  awaits: awaitsOf(release),
  wakeAt: wakeAt(release, noon),
  touchedAt: noon,
  ...more,
});
const envWithTarget = (state: TargetState): Env =>
  env({ data: { ...env().data, targets: new Map([['Releaseout', state]]) } });
const sentences = (stored: StoredWork) =>
  gapsOf(stored, env(), grace).map(({ kind, message }) => [kind, textOf(message)]);
const gaps = (stored: StoredWork, environment: Env = env()) =>
  gapsOf(stored, environment, grace).map(({ kind }) => kind);

const pending = { task: { b: { scheduledStartDate: at('15:00') } } };
const gate = (state: TargetState): PlanOverrides => ({
  task: {
    gate: {
      type: 'GateTask',
      dependencies: [{ id: 'Dependency1', target: 'Releaseout' }],
      run: { observedTargets: { Dependency1: { target: 'Releaseout', state } } },
    },
  },
});

describe('no gap in a release', () => {
  test.each<[string, string, PlanOverrides]>([
    ['that is a template', 'TEMPLATE B: a.', {}],
    ['that has ended', 'B: a+', {}],
    ['that a user has to start', 'B: a.', {}],
    ['that starts automatically', 'B: a.', { autoStart: true, scheduledStartDate: at('15:00') }],
    ['that is paused', 'PAUSED A-: a- | B: b.', {}],
    ['with a task of a user', 'B: a>', {}],
    ['that is due', 'B: a>', { dueDate: at('15:00') }],
    ['that has failed', 'B: a!', {}],
    ['that waits for a date', 'B: b~', pending],
    ['that waits for a script', 'B: b%', {}],
    ['that waits for a target', 'B: gate>', gate('open')],
    [
      'that waits for capacity',
      'B: b>',
      { task: { b: { type: 'CreateReleaseTask', run: { waitsForCapacity: true, startDate: noon } } } },
    ],
  ])('%s', (_, sketch, more) => {
    const environment = { ...envWithTarget('open').data, runningCreated: 100 };
    expect(gaps(storedWork(plan(sketch, more)), env({ data: environment }))).toEqual([]);
  });

  test('that is due within the grace period', () => {
    const release = plan('B: b~', { task: { b: { scheduledStartDate: at('11:59') } } });
    expect(gaps(storedWork(release, { wakeAt: at('11:59') }))).toEqual([]);
  });
});

describe('a gap in a release', () => {
  test('with an overdue wake-up', () => {
    const release = plan('B: b~', { task: { b: { scheduledStartDate: at('11:58') } } });
    expect(sentences(storedWork(release, { wakeAt: at('11:58') }))).toEqual([
      ['overdue', "Release 'Webshop 1.0' should have been woken at 2030-01-01 11:58:00 UTC."],
    ]);
  });

  test.each([
    ['never', null],
    ['too late', at('15:01')],
  ])('whose wake-up time is %s', (_, stored) => {
    expect(sentences(storedWork(plan('B: b~', pending), { wakeAt: stored }))).toEqual([
      ['asleep', "Release 'Webshop 1.0' is not scheduled to be woken at 2030-01-01 15:00:00 UTC."],
    ]);
  });

  test('with a date in the past that was not processed', () => {
    const release = plan('B: b~', { task: { b: { scheduledStartDate: at('11:00') } } });
    expect(gaps(storedWork(release, { wakeAt: null }))).toEqual(['unsettled']);
  });

  test('with missing, extra or different stored awaits', () => {
    const [listed] = awaitsOf(plan('B: b~', pending));
    expect(gaps(storedWork(plan('B: b~', pending), { awaits: [] }))).toEqual(['unlisted']);
    expect(gaps(storedWork(plan('B: a>'), { awaits: listed ? [listed] : [] }))).toEqual(['unlisted']);
    expect(gaps(storedWork(plan('B: b~', pending), { awaits: listed ? [{ ...listed, until: 0 }] : [] }))).toEqual([
      'unlisted',
    ]);
  });

  test('whose gate was not notified of the end of its target', () => {
    expect(gaps(storedWork(plan('B: gate>', gate('open'))), envWithTarget('done'))).toEqual(['untold']);
  });

  test('whose gate has not observed its target', () => {
    const blind = { task: { gate: { ...gate('open').task?.gate, run: {} } } };
    expect(gaps(storedWork(plan('B: gate>', blind)))).toEqual(['unsettled']);
  });

  test.each([
    ['was never claimed', null, ['unclaimed']],
    ['was claimed long ago', at('11:54'), ['unclaimed']],
    ['has a valid lease', at('11:56'), []],
    ['sleeps for days', at('12:00', 3), []],
  ])('whose script %s', (_, leaseUntil, kinds) => {
    const script = { ...waitingRun('b', 'precondition'), attempt: 1, startedAt: at('11:00'), leaseUntil };
    const release = plan('B: b%', { task: { b: { run: { script } } } });
    const stored = storedWork(release, { touchedAt: at('11:54') });
    expect(gaps(stored)).toEqual(kinds);
    expect(gaps({ ...stored, touchedAt: noon })).toEqual(leaseUntil === null ? [] : kinds);
  });

  test('without any reason to wait', () => {
    expect(gaps(storedWork(plan('IN_PROGRESS B>: a.')))).toEqual(['unsettled', 'stuck']);
  });
});
