import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fastCheckOptions } from '../../../../test/harness/test-length.ts';
import type { Command } from '../commands/registry.ts';
import type { Caller } from '../decision/inputs.ts';
import { Conflict, Forbidden, Invalid, NotFound } from '../model/errors.ts';
import type { Release } from '../model/release.ts';
import type { Task } from '../model/task.ts';
import { callerWith } from '../testing/callers.ts';
import { caller, command, decide } from '../testing/inputs.ts';
import { noon, plan } from '../testing/notation.ts';
import { randomInput } from '../testing/random-inputs.ts';
import { randomPlan } from '../testing/random-plan.ts';
import { createDice, envOfWalk } from '../testing/random-walk.ts';
import { editLimitsOf, type PartEdit, type PartLimits } from './edit-limits.ts';

/** Returns one line for each part with limits. */
const linesOf = (release: Release, by: Caller = caller()): readonly string[] =>
  editLimitsOf(release, by).parts.map(({ path, refused, firstPosition }) =>
    [
      path.map((id) => id.replace(/^(?:Task|Phase)/, '')).join('/'),
      firstPosition,
      ...Object.entries(refused).map(([edit, cause]) => `${edit}:${cause}`),
    ].join(' '),
  );

const withoutLock = caller('amy', 'release#lock_task', 'template#lock_task');

test('tasks that have ended or started, and their phases, have limits', () => {
  const release = plan('Build: a=. b>. c.[d. e.] | Ship: f.');
  expect(linesOf(release)).toMatchInlineSnapshot(`
    [
      "Build 2 move:started delete:started",
      "Build/a 0 move:inAdvance changeType:inAdvance",
      "Build/b 0 move:started delete:started changeType:started",
      "Build/c 0 changeType:group",
    ]
  `);
  expect(editLimitsOf(release, caller())).toMatchObject({ isOver: false, firstPosition: 1 });
});

test('locks of a task apply to its group and its children, except with the permission to lock', () => {
  const release = plan('TEMPLATE Build: p.[a. b.] c.', { task: { p: { locked: true } } });
  expect(linesOf(release, withoutLock)).toMatchInlineSnapshot(`
    [
      "Build 0 delete:lockedInside",
      "Build/p 0 update:locked move:locked copy:locked delete:locked changeType:locked add:locked",
      "Build/p/a 0 update:locked move:locked copy:locked delete:locked changeType:locked",
      "Build/p/b 0 update:locked move:locked copy:locked delete:locked changeType:locked",
    ]
  `);
  expect(linesOf(release)).toEqual(['Build/p 0 changeType:group']);
});

test('a group and a phase with a locked task cannot be deleted without the permission to lock', () => {
  const release = plan('TEMPLATE Build: p.[a.]', { task: { a: { locked: true } } });
  expect(linesOf(release, withoutLock)).toMatchInlineSnapshot(`
    [
      "Build 0 delete:lockedInside",
      "Build/p 0 delete:lockedInside changeType:group",
      "Build/p/a 0 update:locked move:locked copy:locked delete:locked changeType:locked",
    ]
  `);
});

test('in an ended release, nothing can be edited', () => {
  const { isOver, parts } = editLimitsOf({ ...plan('Build: a.'), status: 'ABORTED' }, caller());
  expect([isOver, parts]).toEqual([true, []]);
});

test('missing permissions are named, except for fields that participants can change', () => {
  const { lacking } = editLimitsOf(plan('Build: a.'), callerWith(['release#view', 'release#edit_task_tags']));
  expect(lacking).toMatchInlineSnapshot(`
    {
      "allowedFields": [
        "flagStatus",
        "flagComment",
        "tags",
        "attachments",
      ],
      "fields": {
        "abortScript": "release#edit_task_script",
        "delayDuringBlackout": "release#edit_blackout",
        "description": "release#edit_task_description",
        "dueDate": "release#edit_task_dates",
        "externalVariableMapping": "release#edit_task_input_output_properties",
        "facets": "release#edit_task_configuration_facet",
        "failureHandler": "release#edit_failure_handler",
        "plannedDuration": "release#edit_task_dates",
        "precondition": "release#edit_precondition",
        "scheduledStartDate": "release#edit_task_dates",
        "taskFailureHandlerEnabled": "release#edit_failure_handler",
        "taskRecoverOp": "release#edit_failure_handler",
        "variableMapping": "release#edit_task_input_output_properties",
        "waitForScheduledStartDate": "release#edit_task_dates",
      },
      "lock": "release#lock_task",
      "plan": "release#edit",
      "task": "release#edit_task",
    }
  `);
  expect(editLimitsOf(plan('Build: a.'), caller()).lacking).toEqual({
    ...{ plan: null, task: null, lock: null },
    fields: {},
    allowedFields: [],
  });
});

/** The commands of the edits of a part, at positions that the limits of its container allow. */
type Attempts = Readonly<Partial<Record<PartEdit, Command>>>;

interface Siblings {
  readonly containerId: string;
  readonly index: number;
  readonly firstPosition: number;
}

const newTask = { title: 'new', type: 'Task' };

function taskAttempts({ id: taskId, definition, tasks }: Task, { containerId, index, firstPosition }: Siblings) {
  const attempts: Attempts = {
    update: { type: 'updateTask', taskId, patch: { title: `${definition.title} new` } },
    move: { type: 'moveTask', taskId, containerId, position: firstPosition },
    copy: { type: 'copyTask', taskId, containerId, position: Math.max(index + 1, firstPosition) },
    delete: { type: 'deleteTask', taskId },
    changeType: {
      type: 'changeTaskType',
      taskId,
      targetType: definition.type === 'ScriptTask' ? 'Task' : 'ScriptTask',
    },
  };
  if (!definition.type.endsWith('Group')) return attempts;
  return { ...attempts, add: { type: 'addTask', containerId: taskId, task: newTask, position: tasks.length } } as const;
}

/** Returns all parts of a release with their attempts. */
function partsOf(release: Release, limitsOf: (id: string) => PartLimits | undefined) {
  const first = editLimitsOf(release, caller()).firstPosition;
  const inside = (containerId: string, tasks: readonly Task[]): readonly (readonly [string, Attempts])[] => {
    const firstPosition = limitsOf(containerId)?.firstPosition ?? 0;
    return tasks.flatMap((task, index) => [
      [task.id, taskAttempts(task, { containerId, index, firstPosition })] as const,
      ...inside(task.id, task.tasks),
    ]);
  };
  return release.phases.flatMap(({ id: phaseId, title, tasks }, index) => {
    const attempts: Attempts = {
      update: { type: 'updatePhase', phaseId, patch: { title: `${title} new` } },
      move: { type: 'movePhase', phaseId, position: first },
      copy: { type: 'copyPhase', phaseId, targetPosition: Math.max(index + 1, first) },
      delete: { type: 'deletePhase', phaseId },
      add: { type: 'addTask', containerId: phaseId, task: newTask, position: tasks.length },
    };
    return [[phaseId, attempts] as const, ...inside(phaseId, tasks)];
  });
}

/** Whether the state of the release does not allow a command. Other refusals are faults of this test. */
function isRefused(release: Release, request: Command, by: Caller): boolean {
  const env = envOfWalk({ now: noon, idCount: 100, targets: ['open', 'done', 'aborted'], runningCount: 0 }, release);
  try {
    decide(release, command(request, by), env);
    return false;
  } catch (refusal) {
    if (refusal instanceof Conflict) return true;
    throw refusal;
  }
}

/** Returns a release after some random inputs. */
function walked(seed: number): Release {
  const dice = createDice(seed);
  let release = randomPlan(dice, dice(5) === 0 ? 'TEMPLATE' : 'PLANNED');
  for (let step = 0; step < 12; step += 1) {
    const env = envOfWalk(
      { now: noon, idCount: 20 * step, targets: ['open', 'open', 'open'], runningCount: 0 },
      release,
    );
    const input = step === 0 ? command({ type: 'startRelease' }) : randomInput(release, step, dice);
    try {
      ({ release } = decide(release, input, env));
    } catch (refusal) {
      const isExpected = [Conflict, Invalid, NotFound, Forbidden].some((meaning) => refusal instanceof meaning);
      if (!isExpected) throw refusal;
    }
  }
  return release;
}

test('the commands refuse exactly the edits that have a limit', () => {
  const counts = { refused: 0, all: 0 };
  fc.assert(
    fc.property(fc.nat({ max: 0x7fffffff }), fc.boolean(), (seed, mayLock) => {
      const release = walked(seed);
      const by = mayLock ? caller() : withoutLock;
      const limits = editLimitsOf(release, by);
      const byId = new Map(limits.parts.map((part) => [part.path.at(-1) ?? '', part]));
      for (const [id, attempts] of partsOf(release, (part) => byId.get(part))) {
        const refused = Object.entries(attempts).flatMap(([edit, request]) =>
          isRefused(release, request, by) ? edit : [],
        );
        const limited = limits.isOver ? Object.keys(attempts) : Object.keys(byId.get(id)?.refused ?? {});
        expect([id, refused.toSorted()]).toEqual([id, limited.toSorted()]);
        counts.refused += refused.length;
        counts.all += Object.keys(attempts).length;
      }
    }),
    fastCheckOptions({ short: 60, long: 3_000 }),
  );
  expect(counts.refused / counts.all).toBeGreaterThan(0.1);
});
