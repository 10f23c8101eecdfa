import {
  flagStatuses,
  type Phase,
  phaseStatuses,
  type Release,
  releaseStatuses,
  riskAssessorNames,
  type Task,
  type TaskDefinition,
  type TaskRun,
  taskStatuses,
} from '@slipway/domain/model';
import { toStoredRelease } from '@slipway/domain/plans';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { fastCheckOptions } from '../../../../test/harness/test-length.ts';
import { openFreshDatabase } from '../testing/database.ts';
import { outcomeOf, phaseWith, releaseWith, storedPlan, taskWith } from '../testing/plans.ts';
import { insertPlan, savePlan } from './saving/save.ts';

const { database, close } = await openFreshDatabase();
afterAll(close);

/** Any text that PostgreSQL can store: without NUL and unpaired surrogates. */
const text = fc.string({ unit: 'binary', maxLength: 12 }).map((any) => any.replaceAll('\0', '').toWellFormed());
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
const instant = fc.integer({ min: Date.parse('0002-01-01T00:00:00Z'), max: Date.parse('9999-01-01T00:00:00Z') });
const texts = fc.array(text, { maxLength: 2 });
const some = <T extends object>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }) =>
  fc.record(model, { requiredKeys: [] });
const identified = {
  id: fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 5 }).map((id) => id.replace(/[^\w]/g, 'x')),
};

const definition: fc.Arbitrary<Partial<TaskDefinition>> = some<Partial<TaskDefinition>>({
  type: fc.constantFrom('Task', 'GateTask', 'UserInputTask', 'acme.Deploy'),
  title: text,
  owner: optional(text),
  scheduledStartDate: optional(instant),
  plannedDuration: optional(fc.maxSafeInteger()),
  waitForScheduledStartDate: fc.boolean(),
  locked: fc.boolean(),
  flagStatus: fc.constantFrom(...flagStatuses),
  taskRecoverOp: fc.constantFrom(null, 'SKIP_TASK', 'RUN_SCRIPT'),
  variableMapping: fc.dictionary(text, text, { maxKeys: 2 }),
  uses: fc.dictionary(text, texts, { maxKeys: 2 }),
  conditions: fc.array(fc.record({ ...identified, title: text }), { maxLength: 2 }),
  dependencies: fc.array(fc.record({ ...identified, target: text }), { maxLength: 2 }),
});
const run: fc.Arbitrary<Partial<TaskRun>> = some<Partial<TaskRun>>({
  status: fc.constantFrom(...taskStatuses),
  startDate: optional(instant),
  endDate: optional(instant),
  failuresCount: fc.nat(),
  categories: fc.array(fc.tuple(fc.constantFrom('m' as const, '-' as const), instant), { maxLength: 2 }),
  values: optional(fc.dictionary(text, fc.oneof(text, fc.integer(), fc.boolean(), texts), { maxKeys: 2 })),
  script: optional(
    fc.record({
      id: fc.constant('Script1'),
      purpose: fc.constantFrom('precondition' as const, 'task' as const),
      attempt: fc.nat(),
      startedAt: optional(instant),
      leaseUntil: optional(instant),
      timer: fc.constantFrom(null, 'sleep' as const, 'poll' as const),
      script: optional(text),
      printed: optional(text),
    }),
  ),
  checked: texts,
  hasBeenFlagged: fc.boolean(),
  flaggedByHand: fc.boolean(),
});
const task = (depth: number): fc.Arbitrary<Task> =>
  fc
    .tuple(
      definition,
      run,
      fc.record({ description: optional(text), tags: texts }),
      optional(definition),
      depth > 0 ? fc.array(task(depth - 1), { maxLength: 3 }) : fc.constant([]),
    )
    .map(([planned, happened, passive, before, tasks]) => {
      const made = taskWith(planned, happened, passive, tasks);
      return { ...made, beforeRun: before === null ? null : { ...made.definition, ...before } };
    });
const phase: fc.Arbitrary<Phase> = fc
  .tuple(
    fc.array(task(2), { maxLength: 3 }),
    some<Partial<Phase>>({
      status: fc.constantFrom(...phaseStatuses),
      title: text,
      dueDate: optional(instant),
      overdueNotified: fc.boolean(),
    }),
  )
  .map(([tasks, changes]) => phaseWith(tasks, changes));
const release: fc.Arbitrary<Release> = fc
  .tuple(
    fc.array(phase, { maxLength: 3 }),
    some<Partial<Release>>({
      status: fc.constantFrom(...releaseStatuses),
      title: text,
      tags: texts,
      startDate: optional(instant),
      autoStart: fc.boolean(),
      abortComment: optional(text),
      maxConcurrentReleases: fc.nat(),
      depth: fc.nat({ max: 5 }),
      riskScore: fc.nat({ max: 100 }),
      riskFindings: fc.array(
        fc.record({ assessor: fc.constantFrom(...riskAssessorNames), score: fc.integer({ min: 1, max: 100 }) }),
        { maxLength: 2 },
      ),
      riskFollows: optional(fc.record({ key: text, version: fc.maxSafeInteger() })),
      realFlagStatus: fc.constantFrom(...flagStatuses),
    }),
  )
  .map(([phases, changes]) => releaseWith(phases, changes));

test('a saved plan is loaded unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(release, async (made) => {
      await insertPlan(database, outcomeOf(made));
      expect((await storedPlan(database, made.id)).release).toEqual(toStoredRelease(made));
    }),
    fastCheckOptions({ short: 40, long: 1_000 }),
  );
});

/** All tasks of a plan, including groups and their tasks. */
const flat = (tasks: readonly Task[]): readonly Task[] => tasks.flatMap((one) => [one, ...flat(one.tasks)]);
const all = (plan: Release): readonly Task[] => plan.phases.flatMap(({ tasks }) => flat(tasks));

function replaced(tasks: readonly Task[], id: string, by: (one: Task) => readonly Task[]): readonly Task[] {
  let same = true;
  const next = tasks.flatMap((one) => {
    const inner = replaced(one.tasks, id, by);
    const kept = inner === one.tasks ? one : { ...one, tasks: inner };
    const now = one.id === id ? by(kept) : [kept];
    if (now.length !== 1 || now[0] !== one) same = false;
    return now;
  });
  return same ? tasks : next;
}
const inPlan = (plan: Release, id: string, by: (one: Task) => readonly Task[]): Release => ({
  ...plan,
  phases: plan.phases.map((one) => {
    const tasks = replaced(one.tasks, id, by);
    return tasks === one.tasks ? one : { ...one, tasks };
  }),
});

/** Returns one change of a plan. Two numbers select the places. */
type Edit = (plan: Release, one: number, other: number) => Release;
const pick = <T>(items: readonly T[], number: number): T | undefined => items[number % Math.max(1, items.length)];
const withTask = (change: (plan: Release, chosen: Task, other: number) => Release): Edit => {
  return (plan, one, other) => {
    const chosen = pick(all(plan), one);
    return chosen === undefined ? plan : change(plan, chosen, other);
  };
};
const edits: Record<string, Edit> = {
  run: withTask((plan, { id }, other) =>
    inPlan(plan, id, (one) => [{ ...one, run: { ...one.run, status: 'COMPLETED', endDate: other } }]),
  ),
  rename: withTask((plan, { id }, other) =>
    inPlan(plan, id, (one) => [{ ...one, definition: { ...one.definition, title: `title ${other}` } }]),
  ),
  remove: withTask((plan, { id }) => inPlan(plan, id, () => [])),
  add: withTask((plan, { id }, other) => inPlan(plan, id, (one) => [taskWith({ title: `new ${other}` }), one])),
  nest: withTask((plan, { id }) => inPlan(plan, id, (one) => [taskWith({ type: 'SequentialGroup' }, {}, {}, [one])])),
  move: withTask((plan, chosen, other) => {
    const rest = inPlan(plan, chosen.id, () => []);
    const target = pick(rest.phases, other);
    if (target === undefined) return plan;
    const at = other % (target.tasks.length + 1);
    return {
      ...rest,
      phases: rest.phases.map((one) => (one === target ? { ...one, tasks: one.tasks.toSpliced(at, 0, chosen) } : one)),
    };
  }),
  movePhase: (plan, one, other) => {
    const chosen = pick(plan.phases, one);
    if (chosen === undefined) return plan;
    const rest = plan.phases.filter((candidate) => candidate !== chosen);
    return { ...plan, phases: rest.toSpliced(other % (rest.length + 1), 0, chosen) };
  },
  addPhase: (plan, one) => ({
    ...plan,
    phases: plan.phases.toSpliced(one % (plan.phases.length + 1), 0, phaseWith([taskWith()])),
  }),
  removePhase: (plan, one) => ({
    ...plan,
    phases: plan.phases.filter((candidate) => candidate !== pick(plan.phases, one)),
  }),
  endPhase: (plan, one, other) => ({
    ...plan,
    phases: plan.phases.map((candidate) =>
      candidate === pick(plan.phases, one) ? { ...candidate, endDate: other } : candidate,
    ),
  }),
  retitle: (plan, one) => ({ ...plan, title: `title ${one}`, tags: ['edited'] }),
};

test('a changed and saved plan is loaded unchanged', async () => {
  const edit = fc.tuple(fc.constantFrom(...Object.values(edits)), fc.nat({ max: 1_000 }), fc.nat({ max: 1_000 }));
  const rounds = fc.array(fc.array(edit, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(release, rounds, async (made, given) => {
      await insertPlan(database, outcomeOf(made));
      let plan = await storedPlan(database, made.id);
      for (const changes of given) {
        const next = changes.reduce((now, [change, one, other]) => change(now, one, other), plan.release);
        expect(await savePlan(database, plan, outcomeOf(next))).not.toBeNull();
        const after = await storedPlan(database, made.id);
        expect(after.release).toEqual(toStoredRelease(next));
        plan = after;
      }
    }),
    fastCheckOptions({ short: 40, long: 1_000 }),
  );
});
