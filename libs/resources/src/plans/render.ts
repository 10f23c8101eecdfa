import { setImmediate } from 'node:timers/promises';
import {
  type BlackoutPlan,
  isTemplate,
  namedByPhase,
  namedByRelease,
  namedByTasks,
  planAround,
  type Release,
  tasksOf,
} from '@slipway/domain';
import type { Person } from '@slipway/engine';
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

/** An answer about a release, template or task, and what it depends on: while all of that is the same, so is the answer. */
export interface Rendered<T> {
  readonly answer: T;
  readonly validators: Validators;
  /** another one whenever the blackouts around it are others, or have come further */
  readonly calendarMark: string;
  /** last segments of what it refers to and does not contain, whether that was found or not */
  readonly references: readonly string[];
}

export async function renderReleases(
  context: ReadContext,
  views: readonly ReleaseView[],
  caller: Person,
): Promise<ReleaseAnswer[]> {
  const show = await showFor(
    context,
    views.flatMap(({ release }) => namedByRelease(release)),
  );
  const triggers = await triggersOf(context, views);
  const answers: ReleaseAnswer[] = [];
  for (const view of views) {
    const blackouts = plannedAround(view, await surroundingsOf(context, view));
    answers.push(showRelease(view, caller, { ...show, triggers }, blackouts));
    // a page of large ones would keep everybody else waiting
    await setImmediate();
  }
  return answers;
}

const triggersOf = ({ database }: ReadContext, views: readonly ReleaseView[]) =>
  readTemplateTriggers(
    database,
    views.flatMap(({ release }) => (isTemplate(release.status) ? release.id : [])),
  );

const plannedAround = ({ release }: ReleaseView, { blackouts, now }: Surroundings): BlackoutPlan =>
  planAround(release, blackouts, now);

export async function renderRelease(
  context: ReadContext,
  view: ReleaseView,
  caller: Person,
): Promise<Rendered<ReleaseAnswer>> {
  const { release, version, folderPath, calendar, elsewhere: known } = view;
  const all = namedByRelease(release);
  const show = known === null ? await showFor(context, all) : showReferences(context.typePrefix, known);
  const references = outside(release, all);
  const triggers = await triggersOf(context, [view]);
  const elsewhere = marksAmong(show, references);
  const mark = triggers.get(release.id)?.mark ?? null;
  const validators = { releaseId: release.id, version, folderPath, elsewhere, calendar, triggers: mark };
  const surroundings = await surroundingsOf(context, view);
  const answer = showRelease(view, caller, { ...show, triggers }, plannedAround(view, surroundings));
  return { answer, validators, calendarMark: surroundings.mark, references };
}

/** Those that are no part of the release itself: where its own parts are, its version tells. */
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
): Promise<PhaseAnswer> {
  const [phase] = release.phases;
  if (!phase) throw new Error('a view of a phase has none');
  const show = await showFor(context, namedByPhase(phase));
  return showPhase(phase, under(folderPath.join('/'), release.id), rest, show);
}

/** Renders a task with everything below it. */
export async function renderTask(context: ReadContext, view: TaskView): Promise<Rendered<TaskAnswer>> {
  const references = [...new Set(namedByTasks([view.task]))];
  const show = await showFor(context, references);
  const { releaseId, version, folderPath } = view;
  const elsewhere = marksAmong(show, references);
  const validators = { releaseId, version, folderPath, elsewhere, calendar: null, triggers: null };
  return { answer: showTaskView(view, show), validators, calendarMark: '', references };
}
