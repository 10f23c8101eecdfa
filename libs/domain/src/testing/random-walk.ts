import type { DecisionData, Env, IdKind } from '../decision/env.ts';
import type { PhaseDraft, TaskDraft, TaskPatch } from '../model/draft.ts';
import type { Instant } from '../model/json.ts';
import { blankCreation } from '../model/own-fields.ts';
import { tasksOf } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import { flagStatuses, taskRecoverOps } from '../model/status.ts';
import { blankTaskPassive, type TargetState } from '../model/task.ts';
import { allCreators, allUsers, variable } from './inputs.ts';
import { at, plan, pluginType } from './notation.ts';

/** Returns a number from 0 to `sides` - 1. */
export type Dice = (sides: number) => number;

/** Returns dice with the same sequence for the same seed (mulberry32). */
export function createDice(seed: number): Dice {
  let state = seed;
  return (sides) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % sides;
  };
}

/** Returns a random item, or undefined for an empty list. */
export const pick = <T>(dice: Dice, items: readonly T[]): T | undefined => items[dice(Math.max(items.length, 1))];
const pickOne = <T>(dice: Dice, first: T, ...others: readonly T[]): T => pick(dice, [first, ...others]) ?? first;
const chance = (dice: Dice, percent: number): boolean => dice(100) < percent;

/** Existing objects outside the release of a walk. */
export const externalIds: readonly string[] = ['Releaseout', 'Phaseout', 'Taskout'];
/** Ids that do not exist. */
const missingIds: readonly string[] = ['Taskelsewhere', 'Tasknobody'];

/** The state of a walk outside its release: the time, the number of generated ids, and the data. */
export interface WalkState {
  readonly now: Instant;
  readonly idCount: number;
  readonly targets: readonly TargetState[];
  readonly runningCount: number;
}

/** Returns the targets of all gates. */
const awaitedBy = (release: Release): readonly string[] =>
  [...tasksOf(release)].flatMap(({ definition }) => definition.dependencies.map(({ target }) => target));

/** Returns the environment of a walk. Generated ids continue from `idCount`, so that a step can be repeated. */
export function envOfWalk(
  { now, idCount, targets, runningCount }: WalkState,
  release: Release,
): Env & { readonly count: () => number } {
  let ids = idCount;
  const newId = (kind: IdKind) => {
    ids += 1;
    return `${kind}n${ids}`;
  };
  const shared = variable('global.site', 'https://example.org');
  const data: DecisionData = {
    blackouts: [
      { id: 'Blackout1', startDate: at('13:00'), endDate: at('14:00') },
      { id: 'Blackout2', startDate: at('14:00'), endDate: at('15:00') },
      { id: 'Blackout3', startDate: at('09:00', 1), endDate: at('20:00', 1) },
    ],
    variables: new Map([[shared.key, shared]]),
    targets: new Map<string, TargetState>([
      // a gate can wait for a deleted part of its own release
      ...awaitedBy(release).map((id) => [id, 'missing'] as const),
      ...[...externalIds, ...missingIds].map((id, index) => [id, targets[index] ?? 'missing'] as const),
    ]),
    templates: new Map([
      ['Releasesmall', plan('TEMPLATE Only: a. b.', { id: 'Releasesmall' })],
      ['Releaseempty', plan('TEMPLATE Only+:', { id: 'Releaseempty' })],
      ['Releasegone', null],
    ]),
    folders: new Map([['Folder1', 'Applications/Folder1']]),
    passives: new Map([...tasksOf(release)].map(({ id }) => [id, blankTaskPassive])),
    creators: allCreators,
    runningCreated: runningCount,
    users: allUsers,
    teams: null,
  };
  const sealPassword = (text: string): string => `v1.00000000.${text}`;
  const automatedTypes = { has: (type: string) => type === pluginType, mail: 'send' } as const;
  return { now, newId, sealPassword, automatedTypes, data, count: () => ids };
}

const types = [
  'Task',
  'Script',
  'Script',
  'GateTask',
  'UserInputTask',
  'CreateReleaseTask',
  'NotificationTask',
] as const;

/** Returns random fields of a task. Most fields keep their default. */
export function randomTaskFields(dice: Dice): TaskPatch {
  const handled = chance(dice, 35);
  return {
    ...(chance(dice, 20) && { scheduledStartDate: at('12:00') + dice(40) * 3_600_000 }),
    ...(chance(dice, 20) && { delayDuringBlackout: true }),
    ...(chance(dice, 20) && { precondition: pickOne(dice, 'True', 'True', '') }),
    ...(chance(dice, 25) && { description: pickOne(dice, '${optional}', '${needed}', '${global.site} ${late}') }),
    ...(chance(dice, 40) && { abortScript: 'stop()' }),
    ...(chance(dice, 10) && { dueDate: at('18:00') }),
    ...(chance(dice, 10) && { flagStatus: pickOne(dice, ...flagStatuses) }),
    ...(chance(dice, 10) && { variableMapping: { owner: '${optional}' } }),
    ...(handled && {
      taskFailureHandlerEnabled: true,
      taskRecoverOp: pickOne(dice, ...taskRecoverOps),
      failureHandler: 'fix()',
    }),
  };
}

/** Returns a draft of a random task: manual, automatic, or a group. */
export function randomTask(dice: Dice, depth = 0): TaskDraft {
  if (depth < 3 && chance(dice, 35)) return randomGroup(dice, depth);
  const type = pickOne(dice, ...types);
  return {
    ...randomTaskFields(dice),
    type,
    title: `t${dice(1_000)}`,
    ...(chance(dice, 5) && { id: pickOne(dice, 'Taskmine', 'Taskyours') }),
    ...(type === 'GateTask' && randomGate(dice)),
    ...(type === 'UserInputTask' && { inputs: ['Variableneeded'] }),
    ...(type === 'CreateReleaseTask' && {
      creation: {
        ...blankCreation,
        newReleaseTitle: 'child of ${optional}',
        templateId: pickOne(dice, 'Releasesmall', 'Releaseempty', 'Releasegone', null),
        createdReleaseId: '${optional}',
        startRelease: chance(dice, 70),
      },
    }),
  };
}

function randomGate(dice: Dice): TaskDraft {
  return {
    ...(chance(dice, 50) && { conditions: [{ id: '', title: 'approved' }] }),
    ...(chance(dice, 60) && {
      dependencies: [{ id: '', target: pickOne(dice, 'Releaseout', 'Phaseout', '${target}', '${target}') }],
    }),
  };
}

function randomGroup(dice: Dice, depth: number): TaskDraft {
  const tasks = Array.from({ length: dice(4) }, (_, index) => ({
    ...randomTask(dice, depth + 1),
    id: `Task${depth}n${dice(1_000_000)}x${index}`,
  }));
  const links = tasks.slice(1).flatMap(({ id }, index) => {
    const source = tasks[index]?.id ?? id;
    return chance(dice, 25) ? [{ id: '', source, target: id }] : [];
  });
  const type = pickOne(dice, 'ParallelGroup', 'SequentialGroup', 'ParallelGroup');
  return { ...(chance(dice, 30) && randomTaskFields(dice)), type, title: `g${dice(1_000)}`, tasks, links };
}

/** Returns a draft of a phase with up to six random tasks. */
export const randomPhase = (dice: Dice): PhaseDraft => ({
  title: pickOne(dice, 'Build', 'Test', 'Ship'),
  tasks: Array.from({ length: dice(7) }, () => randomTask(dice)),
});

/** The variables of each walk: one with a value, one whose value is deleted and set again, and one with a target. */
const walkVariables = [
  variable('optional', 'x', { requiresValue: false }),
  variable('needed', 'y'),
  variable('target', 'Taskout'),
];

/** Returns a random planned release. Its phases are added later by commands. */
export const randomRelease = (dice: Dice): Release =>
  plan('PLANNED Start: first.', {
    variables: walkVariables,
    abortOnFailure: chance(dice, 5),
    maxConcurrentReleases: 3,
    // required because the tasks create releases
    scriptUsername: 'rob',
    maxAutomatedResumes: 2,
    autoStart: chance(dice, 10),
    scheduledStartDate: chance(dice, 10) ? at('13:30') : null,
  });
