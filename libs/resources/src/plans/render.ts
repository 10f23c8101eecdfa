import { setImmediate } from 'node:timers/promises';
import {
  type BlackoutPlan,
  type Caller,
  isTemplate,
  namedByPhase,
  namedByRelease,
  namedByTasks,
  neededToRead,
  type PreviewContext,
  planAround,
  preview,
  type Release,
  tasksOf,
} from '@slipway/domain';
import { nobodyThere, type Person, type Place } from '@slipway/engine';
import { markOf, type ReleaseView, readTemplateTriggers, type TaskView, type Validators } from '@slipway/persistence';
import {
  type PhaseAnswer,
  type ReleaseAnswer,
  showPhase,
  showRelease,
  showTaskView,
  type TaskAnswer,
  under,
} from '@slipway/wire';
import { type Surroundings, surroundingsOf } from '../calendar/surroundings.ts';
import type { ReadContext } from '../model/context.ts';
import { type ShowReferences, showFor, showReferences } from '../model/show-for.ts';

/**
 * A rendered release, template or task for a caller, and its validators: while these are unchanged, so is the
 * response.
 */
export interface Rendered<T> {
  readonly answer: T;
  readonly validators: Validators;
  /** another one whenever the blackouts around it are others, or have come further */
  readonly calendarMark: string;
  /** last segments of what it refers to and does not contain, whether that was found, and may be seen, or not */
  readonly references: readonly string[];
}

export async function renderReleases(
  context: ReadContext,
  views: readonly ReleaseView[],
  person: Person,
): Promise<ReleaseAnswer[]> {
  const named = views.flatMap(({ release }) => namedByRelease(release));
  const show = { ...(await showFor(context, named, person)), assessors: 'found' } as const;
  const callers = await person.atAll(views.map(placeOf));
  const triggers = await triggersOf(context, views);
  const answers: ReleaseAnswer[] = [];
  for (const [index, view] of views.entries()) {
    const blackouts = plannedAround(view, await surroundingsOf(context, view));
    const caller = callers[index] ?? nobodyThere;
    answers.push(showRelease(view, caller, { ...show, ...seenBy(caller, triggers) }, blackouts));
    // Yields: a page of large releases would block other requests.
    await setImmediate();
  }
  return answers;
}

const triggersOf = ({ database }: ReadContext, views: readonly ReleaseView[]) =>
  readTemplateTriggers(
    database,
    views.flatMap(({ release }) => (isTemplate(release.status) ? release.id : [])),
  );

const placeOf = ({ release }: ReleaseView): Place => ({ folderId: release.folderId, releaseId: release.id });

/** The triggers of a template are rendered for callers who may view them. */
const seenBy = <T>(caller: Caller, triggers: T): { readonly triggers?: T } =>
  caller.may(neededToRead.trigger) ? { triggers } : {};

/** Every type of a plugin: an estimate for blackouts is made without the installed plugins, whose tasks take no time. */
const automatedTypes = { has: () => true };

function plannedAround({ release, rest }: ReleaseView, { blackouts, now, estimatedAt }: Surroundings): BlackoutPlan {
  const isEstimated = blackouts.length > 0 && release.dueDate === null && release.phases.length > 0;
  if (!isEstimated) return planAround(release, blackouts, now);
  const preconditions = preconditionsIn(rest);
  const world = { now: estimatedAt, blackouts, preconditions, targets: new Map(), automatedTypes };
  return planAround(release, blackouts, now, preview(release, world).endDate);
}

/** The texts of preconditions, by the ids of their tasks. */
export const preconditionsIn = ({ tasks }: ReleaseView['rest']): PreviewContext['preconditions'] =>
  new Map([...tasks].flatMap(([id, { precondition }]) => (precondition ? [[id, precondition]] : [])));

export async function renderRelease(
  context: ReadContext,
  view: ReleaseView,
  person: Person,
): Promise<Rendered<ReleaseAnswer>> {
  const { release, version, folderPath, calendar, elsewhere: known } = view;
  const all = namedByRelease(release);
  const show =
    known === null ? await showFor(context, all, person) : await showReferences(context.typePrefix, known, person);
  const caller = await person.at(placeOf(view));
  const references = outside(release, all);
  const triggers = await triggersOf(context, [view]);
  const elsewhere = marksAmong(show, references);
  const mark = triggers.get(release.id)?.mark ?? null;
  const grants = view.teams.version;
  const validators = { releaseId: release.id, version, folderPath, elsewhere, calendar, triggers: mark, grants };
  const surroundings = await surroundingsOf(context, view);
  const answer = showRelease(view, caller, { ...show, ...seenBy(caller, triggers) }, plannedAround(view, surroundings));
  return { answer, validators, calendarMark: surroundings.mark, references };
}

/** References to other objects: the own parts are covered by the version of the release. */
function outside(release: Release, named: readonly string[]): readonly string[] {
  if (named.length === 0) return named;
  const own = new Set([...release.phases, ...tasksOf(release)].map(({ id }) => id));
  return [...new Set(named)].filter((id) => !own.has(id));
}

const marksAmong = ({ elsewhere, archived }: ShowReferences, named: readonly string[]): ReadonlyMap<string, string> =>
  new Map(
    named.flatMap((id): [string, string][] => {
      const mark = markOf({ full: elsewhere, archived }, id);
      return mark === null ? [] : [[id, mark]];
    }),
  );

/** Renders the phase that a view of its release has alone. */
export async function renderPhase(
  context: ReadContext,
  { release, folderPath, rest }: ReleaseView,
  person: Person,
): Promise<PhaseAnswer> {
  const [phase] = release.phases;
  if (!phase) throw new Error('a view of a phase has none');
  const show = await showFor(context, namedByPhase(phase), person);
  return showPhase(phase, under(folderPath.join('/'), release.id), rest, show);
}

/** Renders a task with everything below it. */
export async function renderTask(context: ReadContext, view: TaskView, person: Person): Promise<Rendered<TaskAnswer>> {
  const references = [...new Set(namedByTasks([view.task]))];
  const show = await showFor(context, references, person);
  const { releaseId, version, folderPath } = view;
  const elsewhere = marksAmong(show, references);
  const validators = { releaseId, version, folderPath, elsewhere, calendar: null, triggers: null, grants: null };
  return { answer: showTaskView(view, show), validators, calendarMark: '', references };
}
