import { neededToRead } from '@slipway/domain';
import {
  type Affected,
  affectedByConfigurations,
  affectedByPeople,
  affectedByTemplates,
  affectedByVariables,
  type EffectSight,
  readClock,
  readTriggers,
} from '@slipway/persistence';
import type { CodeChange, CodeRun, Touched } from '../run/run.ts';
import { ofProfiles, type ScoreChange } from './risk-effects.ts';

/** The effect of a change on live objects that the caller may view. */
export interface CodeEffect extends Affected {
  readonly kind: CodeChange['kind'];
  readonly id: string;
  readonly path: string;
  /** of a trigger: when it is due next, and would have been */
  readonly due: { readonly before: number | null; readonly after: number | null } | null;
  /** Of a risk profile: the new scores of releases, by their ids. */
  readonly scores: ReadonlyMap<string, ScoreChange>;
}

type TouchedOf<K extends Touched['of']> = Extract<Touched, { readonly of: K }>;
type Scored = Affected & Partial<Pick<CodeEffect, 'scores'>>;
type Told = readonly (readonly [CodeChange, Scored, CodeEffect['due']])[];

/** Changes that touch things of one sort, with what they touch. */
function touching<K extends Touched['of']>(changes: readonly CodeChange[], of: K) {
  const isOf = (touched: Touched): touched is TouchedOf<K> => touched.of === of;
  return changes.flatMap((change): (readonly [CodeChange, TouchedOf<K>])[] =>
    change.touched !== null && isOf(change.touched) ? [[change, change.touched]] : [],
  );
}

/** Pairs the results with their changes, by position. */
const told = (pairs: readonly (readonly [CodeChange, unknown])[], found: ReadonlyMap<number, Scored>): Told =>
  pairs.flatMap(([change], place) => {
    const affected = found.get(place);
    return affected === undefined ? [] : [[change, affected, null] as const];
  });

/**
 * The effects of changes on live objects: one statement for each kind of object, independent of the number of changes.
 * Objects that the caller may not view are neither listed nor counted.
 */
export async function effectsOf(run: CodeRun, changes: readonly CodeChange[]): Promise<readonly CodeEffect[]> {
  if (changes.every(({ touched }) => touched === null)) return [];
  const person = await run.me();
  const sight = { releases: person.sight(neededToRead.releases), triggers: person.sight(neededToRead.trigger) };
  const all = await allTold(run, sight, changes);
  const places = new Map(changes.map((change, place) => [change, place]));
  return all
    .flat()
    .toSorted(([one], [other]) => (places.get(one) ?? 0) - (places.get(other) ?? 0))
    .map(([{ kind, id, path }, affected, due]) => ({ scores: new Map(), ...affected, kind, id, path, due }));
}

/** What all changes have to do with, a sort of things after the other. */
async function allTold(run: CodeRun, sight: EffectSight, changes: readonly CodeChange[]): Promise<readonly Told[]> {
  const { database } = run.context;
  const of = async <K extends Touched['of']>(
    kind: K,
    find: (touched: readonly TouchedOf<K>[]) => Promise<ReadonlyMap<number, Scored>>,
  ): Promise<Told> => {
    const pairs = touching(changes, kind);
    return told(pairs, await find(pairs.map(([, touched]) => touched)));
  };
  return [
    await of('template', (all) =>
      affectedByTemplates(
        database,
        sight,
        all.map(({ id }) => id),
      ),
    ),
    await of('variable', (all) => affectedByVariables(database, sight, all)),
    await of('configuration', (all) => affectedByConfigurations(database, sight, all)),
    await of('people', (all) =>
      affectedByPeople(
        database,
        sight,
        all.map(({ people }) => people),
      ),
    ),
    await of('risk', (all) =>
      ofProfiles(
        run,
        sight,
        all.map(({ keys }) => keys),
      ),
    ),
    await ofTriggers(run, touching(changes, 'trigger')),
  ];
}

const nothing: Affected = {
  ...{ releaseCount: 0, releases: [], taskCount: 0, tasks: [], gateCount: 0, gates: [] },
  ...{ triggerCount: 0, triggers: [], isPartial: false },
};

/** In milliseconds: a trigger that is due until then may fire before it is changed. */
const dueWithin = 600_000;

/** When triggers are due, and would have been without the change. */
async function ofTriggers(
  { context: { database } }: CodeRun,
  pairs: readonly (readonly [CodeChange, TouchedOf<'trigger'>])[],
): Promise<Told> {
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
    const isDue = before !== null && before <= now + dueWithin;
    const triggers = [{ id, title, nextFireAt, isDue }];
    return [[change, { ...nothing, triggerCount: 1, triggers }, { before, after: nextFireAt }] as const];
  });
}
