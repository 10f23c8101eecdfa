import { neededToRead } from '@slipway/domain/people';
import { withRiskScores } from '@slipway/domain/risk';
import {
  type AffectedObjects,
  type EffectVisibility,
  findAffectedByConfigurations,
  findAffectedByPeople,
  findAffectedByProfiles,
  findAffectedByTemplates,
  findAffectedByVariables,
} from '@slipway/persistence/as-code';
import { readClock } from '@slipway/persistence/database';
import { loadPlan } from '@slipway/persistence/plans';
import { readRiskProfiles } from '@slipway/persistence/risk';
import { readTriggers } from '@slipway/persistence/triggers';
import type { ChangeTarget, CodeChange, CodeRun } from '../run/run.ts';

/** The maximum number of releases per plan for which scores are calculated, because each release is read. */
const maxScored = 200;

/** The risk score of a release before and after the change of its profile. */
interface ScoreChange {
  readonly before: number;
  readonly after: number;
}

/** Returns the releases that use changed profiles, with their scores before and after the change. */
async function effectsOfProfiles(
  { context: { database }, yieldAndKeepAlive }: CodeRun,
  visibility: EffectVisibility,
  changed: readonly (readonly string[])[],
): Promise<ReadonlyMap<number, AffectedObjects & { readonly scores: ReadonlyMap<string, ScoreChange> }>> {
  const affectedByIndex = await findAffectedByProfiles(database, visibility, changed);
  if (affectedByIndex.size === 0) return new Map();
  const { profiles } = await readRiskProfiles(database);
  const scores = new Map<string, ScoreChange>();
  for (const { id } of [...affectedByIndex.values()].flatMap(({ releases }) => releases).slice(0, maxScored)) {
    const plan = await loadPlan(database, id);
    if (plan === null) continue;
    const after = withRiskScores(plan.release, profiles).riskScore;
    scores.set(id, { before: plan.release.riskScore, after });
    await yieldAndKeepAlive();
  }
  return new Map([...affectedByIndex].map(([position, affected]) => [position, { ...affected, scores }]));
}

/** The effect of a change on live objects that the caller may view. */
export interface CodeEffect extends AffectedObjects {
  readonly kind: CodeChange['kind'];
  readonly id: string;
  readonly path: string;
  /** the next due times of a trigger; null for other kinds */
  readonly due: { readonly before: number | null; readonly after: number | null } | null;
  /** the scores of releases with a changed risk profile, by release id; empty for other kinds */
  readonly scores: ReadonlyMap<string, ScoreChange>;
}

type ChangeTargetOf<K extends ChangeTarget['of']> = Extract<ChangeTarget, { readonly of: K }>;
type ScoredEffects = AffectedObjects & Partial<Pick<CodeEffect, 'scores'>>;
type ChangeEffects = readonly (readonly [CodeChange, ScoredEffects, CodeEffect['due']])[];

/** Returns the changes of one kind of object, each with its target. */
function changesOf<K extends ChangeTarget['of']>(changes: readonly CodeChange[], of: K) {
  const isOf = (touched: ChangeTarget): touched is ChangeTargetOf<K> => touched.of === of;
  return changes.flatMap((change): (readonly [CodeChange, ChangeTargetOf<K>])[] =>
    change.touched !== null && isOf(change.touched) ? [[change, change.touched]] : [],
  );
}

/** Pairs the results with their changes, by index. */
const pairEffects = (
  pairs: readonly (readonly [CodeChange, unknown])[],
  effectsByIndex: ReadonlyMap<number, ScoredEffects>,
): ChangeEffects =>
  pairs.flatMap(([change], position) => {
    const affected = effectsByIndex.get(position);
    return affected === undefined ? [] : [[change, affected, null] as const];
  });

/**
 * Returns the effects of changes on live objects. Runs one statement for each kind of object, independent of the number
 * of changes. Objects that the caller may not view are neither listed nor counted.
 */
export async function effectsOf(run: CodeRun, changes: readonly CodeChange[]): Promise<readonly CodeEffect[]> {
  if (changes.every(({ touched }) => touched === null)) return [];
  const person = await run.me();
  const visibility = {
    releases: person.visibility(neededToRead.releases),
    triggers: person.visibility(neededToRead.trigger),
  };
  const targets = await allEffects(run, visibility, changes);
  const positions = new Map(changes.map((change, position) => [change, position]));
  return targets
    .flat()
    .toSorted(([a], [b]) => (positions.get(a) ?? 0) - (positions.get(b) ?? 0))
    .map(([{ kind, id, path }, affected, due]) => ({ scores: new Map(), ...affected, kind, id, path, due }));
}

/** Returns the effects of all changes, in one list for each kind of object. */
async function allEffects(
  run: CodeRun,
  visibility: EffectVisibility,
  changes: readonly CodeChange[],
): Promise<readonly ChangeEffects[]> {
  const { database } = run.context;
  const of = async <K extends ChangeTarget['of']>(
    kind: K,
    find: (touched: readonly ChangeTargetOf<K>[]) => Promise<ReadonlyMap<number, ScoredEffects>>,
  ): Promise<ChangeEffects> => {
    const pairs = changesOf(changes, kind);
    return pairEffects(pairs, await find(pairs.map(([, touched]) => touched)));
  };
  return [
    await of('template', (targets) =>
      findAffectedByTemplates(
        database,
        visibility,
        targets.map(({ id }) => id),
      ),
    ),
    await of('variable', (targets) => findAffectedByVariables(database, visibility, targets)),
    await of('configuration', (targets) => findAffectedByConfigurations(database, visibility, targets)),
    await of('people', (targets) =>
      findAffectedByPeople(
        database,
        visibility,
        targets.map(({ people }) => people),
      ),
    ),
    await of('risk', (targets) =>
      effectsOfProfiles(
        run,
        visibility,
        targets.map(({ keys }) => keys),
      ),
    ),
    await effectsOfTriggers(run, changesOf(changes, 'trigger')),
  ];
}

const noEffects: AffectedObjects = {
  releaseCount: 0,
  releases: [],
  taskCount: 0,
  tasks: [],
  gateCount: 0,
  gates: [],
  triggerCount: 0,
  triggers: [],
  isPartial: false,
};

/** In milliseconds. A trigger that is due within this time may fire before the change is applied. */
const dueWithinMs = 600_000;

/** Returns the due times of triggers before and after the change. */
async function effectsOfTriggers(
  { context: { database } }: CodeRun,
  pairs: readonly (readonly [CodeChange, ChangeTargetOf<'trigger'>])[],
): Promise<ChangeEffects> {
  if (pairs.length === 0) return [];
  const rows = await readTriggers(
    database,
    pairs.map(([, { id }]) => id),
  );
  const now = await readClock(database);
  const after = new Map(rows.map(({ trigger, nextFireAt }) => [trigger.id, { title: trigger.title, nextFireAt }]));
  return pairs.flatMap(([change, { id, nextFireAt: before }]) => {
    const { title = '', nextFireAt = null } = after.get(id) ?? {};
    if (before === null && nextFireAt === null) return [];
    const isDue = before !== null && before <= now + dueWithinMs;
    const triggers = [{ id, title, nextFireAt, isDue }];
    return [[change, { ...noEffects, triggerCount: 1, triggers }, { before, after: nextFireAt }] as const];
  });
}
