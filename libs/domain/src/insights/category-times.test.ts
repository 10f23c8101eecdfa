import { describe, expect, test } from 'vitest';
import type { Release } from '../model/release.ts';
import { ended, runAt, script, start, started, workedExample } from '../testing/history.ts';
import { command, onTask, task, variable } from '../testing/inputs.ts';
import { at, plan } from '../testing/notation.ts';
import { categoryTimesOf } from './category-times.ts';
import { releaseFactsOf, taskFactsOf } from './release-facts.ts';
import { waitFactsOf } from './wait-facts.ts';

const minutes = (totals: Readonly<Record<string, number>> | undefined) =>
  Object.fromEntries(Object.entries(totals ?? {}).flatMap(([name, ms]) => (ms === 0 ? [] : [[name, ms / 60_000]])));
const minutesOf = (release: Release) => minutes(categoryTimesOf(release)?.exclusive);
const storedOf = (release: Release, name: string) =>
  task(release, name).run.categories.map(([code, time]) => `${code} ${new Date(time).toISOString().slice(11, 16)}`);

describe('the worked example', () => {
  test('has exactly the documented minutes, and they add up to the duration', () => {
    const release = workedExample();
    expect(release.status).toBe('COMPLETED');
    const times = categoryTimesOf(release);
    expect(minutes(times?.exclusive)).toEqual({
      machine: 105,
      people: 120,
      dependency: 30,
      capacity: 5,
      schedule: 60,
      failed: 40,
    });
    expect(minutes(times?.union)).toEqual({
      machine: 105,
      people: 180,
      dependency: 30,
      capacity: 5,
      schedule: 60,
      failed: 40,
    });
    expect(Object.values(times?.exclusive ?? {}).reduce((sum, ms) => sum + ms, 0)).toBe(360 * 60_000);
  });

  test('has these facts', () => {
    const ended = { release: workedExample(), createdAt: at('09:00'), maxRisk: 20, hasCategories: true };
    const { times, ...facts } = releaseFactsOf(ended);
    expect(times).not.toBeNull();
    expect(facts).toEqual({
      ...{ duration: 21_600_000, timeToStart: 3_600_000, leadTime: 25_200_000, hasFailed: true },
      ...{ tasks: 6, automated: 3, failures: 1, restarts: 0 },
    });
    expect(taskFactsOf(ended).map(({ taskTitle, duration, failedTime }) => [taskTitle, duration, failedTime])).toEqual([
      ['build', 1_800_000, 0],
      ['load', 3_600_000, 0],
      ['manual', 7_200_000, 0],
      ['gate', 1_800_000, 0],
      ['approval', 3_600_000, 0],
      ['deploy', 3_600_000, 2_400_000],
    ]);
    expect(
      waitFactsOf(ended.release).map(({ source, awaitedTeam, targetId, from, to }) => [
        ...[source, awaitedTeam, targetId],
        (to - from) / 60_000,
      ]),
    ).toEqual([
      ['task', null, null, 120],
      ['gate', null, 'Releaseout', 30],
      ['approval', 'QA', null, 60],
    ]);
  });

  test('has null instead of categories that were not recorded', () => {
    const ended = { release: workedExample(), createdAt: null, maxRisk: 20, hasCategories: false };
    expect(releaseFactsOf(ended)).toMatchObject({ times: null, timeToStart: null, leadTime: null, tasks: 6 });
    expect(taskFactsOf(ended).map(({ failedTime }) => failedTime)).toEqual(Array.from({ length: 6 }, () => null));
  });

  test('stores only changes that do not follow from the type and the dates of a task', () => {
    const release = workedExample();
    expect(['build', 'load', 'manual', 'gate', 'approval', 'deploy'].map((name) => storedOf(release, name))).toEqual([
      ['m 10:05'],
      ['m 10:30'],
      [],
      ['d 12:30'],
      [],
      ['s 14:00', 'm 15:00', 'f 15:10', 'c 15:50', 'm 15:50'],
    ]);
  });
});

describe('the time of', () => {
  test('a pause is `paused`, also until the end of a release', () => {
    const planned = plan('PLANNED Build: a. | Test: b.');
    const restart = command({
      type: 'restartRelease',
      fromPhaseId: 'PhaseBuild',
      fromTaskId: null,
      phaseVersion: 'LATEST',
      resume: false,
    });
    const paused = runAt(planned, ['10:00', start], ['11:00', restart]);
    expect(paused.pauses).toEqual([at('11:00')]);
    const resumed = runAt(paused, ['11:20', command({ type: 'resumeRelease' })]);
    expect(resumed.pauses).toEqual([at('11:00'), at('11:20')]);
    const abort = command({ type: 'abortRelease', abortComment: 'enough' });
    expect(minutesOf(runAt(resumed, ['12:00', abort]))).toEqual({ people: 100, paused: 20 });
    const aborted = runAt(paused, ['11:30', abort]);
    expect(aborted.pauses).toEqual([at('11:00')]);
    expect(minutesOf(aborted)).toEqual({ people: 60, paused: 30 });
    expect(releaseFactsOf({ release: aborted, createdAt: null, maxRisk: 0, hasCategories: true }).restarts).toBe(1);
  });

  test('preconditions, failure handlers and abort scripts is `machine`', () => {
    const planned = plan('PLANNED Build: a. b.', {
      task: {
        a: {
          ...script,
          ...{ hasPrecondition: true, hasAbortScript: true, hasFailureHandler: true },
          ...{ taskFailureHandlerEnabled: true, taskRecoverOp: 'RUN_SCRIPT' },
        },
      },
    });
    const running = runAt(planned, ['10:00', start], ['10:10', ended('a', null, 0)], ['10:15', started('a')]);
    const handled = runAt(running, ['10:25', ended('a', 'no')], ['10:26', started('a')], ['10:36', ended('a')]);
    expect(storedOf(handled, 'a')).toEqual(['m 10:00', 'm 10:15', 'c 10:25', 'm 10:26', 'f 10:36']);
    const skipped = runAt(handled, ['10:40', onTask('skipTask', 'a', 'no')], ['11:00', onTask('completeTask', 'b')]);
    expect(minutesOf(skipped)).toEqual({ machine: 30, capacity: 6, failed: 4, people: 20 });
  });

  test('input is `people`, and an event is `other`', () => {
    const planned = plan('PLANNED Build: i. e.', {
      task: { e: { type: 'events.WaitForJsonEvent', eventSource: 'Configuration1' }, i: { uses: { title: ['x'] } } },
      variables: [variable('x', null, { showOnReleaseStart: false })],
    });
    const waiting = runAt(planned, ['10:00', start]);
    expect([task(waiting, 'i').run.status, storedOf(waiting, 'i')]).toEqual(['WAITING_FOR_INPUT', ['p 10:00']]);
    const value = command({ type: 'updateVariable', variableId: 'Variablex', patch: { value: 'y' } });
    const running = runAt(waiting, ['10:10', value], ['10:15', onTask('completeTask', 'i')]);
    expect([task(running, 'e').run.status, storedOf(running, 'e')]).toEqual(['IN_PROGRESS', []]);
    expect(minutesOf(runAt(running, ['10:45', onTask('completeTask', 'e')]))).toEqual({ people: 15, other: 30 });
  });

  test('an open task lasts until the end of the release', () => {
    const running = runAt(
      plan('PLANNED Build: g.[a. b.]', { task: { b: script } }),
      ['10:00', start],
      ['10:20', onTask('failTask', 'a', 'no')],
    );
    const release = { ...running, endDate: at('10:30') };
    expect(minutesOf(release)).toEqual({ people: 20, capacity: 10 });
    expect(minutes(categoryTimesOf(release)?.union)).toEqual({ people: 20, capacity: 30, failed: 10 });
    const facts = taskFactsOf({ release, createdAt: null, maxRisk: 0, hasCategories: true });
    expect(facts.map(({ duration, failedTime }) => [duration, failedTime])).toEqual([
      [null, 0],
      [null, 0],
    ]);
  });

  test('a release without a start is unknown', () => {
    const aborted = runAt(plan('PLANNED Build: a.'), ['10:00', command({ type: 'abortRelease', abortComment: 'no' })]);
    expect(categoryTimesOf({ ...aborted, startDate: null })).toBeNull();
  });
});
