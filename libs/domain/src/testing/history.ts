import type { Input } from '../commands/registry.ts';
import type { DecisionData } from '../decision/env.ts';
import type { Release } from '../model/release.ts';
import { approve, gateRequiring, teamMember } from './approvals.ts';
import { command, decide, env, fact, onTask, task, timePassed } from './inputs.ts';
import { at, plan } from './notation.ts';

export const script = { type: 'Script' } as const;
const runIdOf = (release: Release, name: string): string => task(release, name).run.script?.id ?? '';
/** An input at a time of the day, with data of other objects. */
type Step = readonly [time: string, input: Input | ((release: Release) => Input), data?: Partial<DecisionData>];

/** Returns the start of the script of a task. */
export const started =
  (name: string) =>
  (release: Release): Input =>
    fact({ type: 'scriptStarted', runId: runIdOf(release, name), attempt: 1, leaseUntil: at('23:00') });
/** Returns the end of the script of a task; a precondition has attempt 0 here. */
export const ended =
  (name: string, error: string | null = null, attempt = 1) =>
  (release: Release): Input =>
    fact({
      type: 'scriptFinished',
      runId: runIdOf(release, name),
      attempt,
      result:
        error === null ? { status: 'succeeded', value: true, output: null } : { status: 'failed', error, output: null },
      actions: [],
    });

/** Applies inputs at their times. */
export const runAt = (release: Release, ...steps: readonly Step[]): Release =>
  steps.reduce((current, [time, input, data]) => {
    const environment = env({ now: at(time) });
    const full = { ...environment, data: { ...environment.data, ...data } };
    return decide(current, typeof input === 'function' ? input(current) : input, full).release;
  }, release);

export const start = command({ type: 'startRelease' });
/** A task starts one minute after a blackout. */
const blackouts = [{ id: 'Blackout1', startDate: at('14:00'), endDate: at('14:59') }];
/** The data of a gate that waits for another release. */
export const waitsFor = (state: 'open' | 'done') => ({ targets: new Map([['Releaseout', state] as const]), blackouts });

/** The release of the worked example (docs/reference/insights.md, Example). */
export function workedExample(): Release {
  const planned = plan('PLANNED Build: build. g.[load. manual.] gate. approval. deploy.', {
    task: {
      build: script,
      load: script,
      gate: { type: 'GateTask', dependencies: [{ id: 'Dependency1', target: 'Releaseout' }] },
      approval: gateRequiring({ fourEyes: false }),
      deploy: { ...script, delayDuringBlackout: true },
    },
  });
  const open = waitsFor('open');
  return runAt(
    planned,
    ['10:00', start, open],
    ['10:05', started('build'), open],
    ['10:30', ended('build'), open],
    ['10:30', started('load'), open],
    ['11:30', ended('load'), open],
    ['12:30', onTask('completeTask', 'manual'), open],
    ['13:00', fact({ type: 'targetsChanged' }), waitsFor('done')],
    ['14:00', approve(teamMember('eva', 'QA'), 'approval'), open],
    ['15:00', timePassed, open],
    ['15:00', started('deploy'), open],
    ['15:10', ended('deploy', 'Traceback'), open],
    ['15:50', onTask('retryTask', 'deploy', 'again'), open],
    ['15:50', started('deploy'), open],
    ['16:00', ended('deploy'), open],
  );
}
