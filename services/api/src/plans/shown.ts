import { setImmediate } from 'node:timers/promises';
import {
  type BlackoutPlan,
  type Caller,
  namedByPhase,
  namedByRelease,
  namedByTasks,
  planAround,
  type Release,
  tasksOf,
} from '@slipway/domain';
import { markOf, type ReleaseView, readTemplateTriggers, type TaskView, type Validators } from '@slipway/persistence';
import { passwordsOf } from '@slipway/plugins';
import {
  type PhaseAnswer,
  type Placed,
  placed,
  type Reading,
  type ReleaseAnswer,
  readingBy,
  showPhase,
  showRelease,
  showTaskView,
  type TaskAnswer,
  under,
} from '@slipway/wire';
import { type Surroundings, surroundingsOf } from '../calendar/surroundings.ts';
import type { Deps } from '../context/deps.ts';
import { showFor } from '../context/show-for.ts';

type Reads = Pick<Deps, 'database' | 'config' | 'answers'>;

/** Renders releases and templates for a caller. */
export async function shownReleases(
  reads: Reads,
  views: readonly ReleaseView[],
  caller: Caller,
): Promise<ReleaseAnswer[]> {
  const show = await showFor(
    reads,
    views.flatMap(({ release }) => namedByRelease(release)),
  );
  const triggers = await triggersOf(reads, views);
  const answers: ReleaseAnswer[] = [];
  for (const view of views) {
    answers.push(
      showRelease(view, caller, { ...show, triggers }, plannedAround(view, await surroundingsOf(reads, view))),
    );
    // a page of large ones would keep everybody else waiting
    await setImmediate();
  }
  return answers;
}

/** What templates show of their triggers. */
const triggersOf = ({ database }: Reads, views: readonly ReleaseView[]) =>
  readTemplateTriggers(
    database,
    views.flatMap(({ release }) => (release.status === 'TEMPLATE' ? release.id : [])),
  );

const plannedAround = ({ release }: ReleaseView, { blackouts, now }: Surroundings): BlackoutPlan =>
  planAround(release, blackouts, now);

/** An answer about a release, template or task, and what its tag is made of. */
export interface Rendered<T> {
  readonly answer: T;
  readonly validators: Validators;
  /** another one whenever the blackouts around it are others, or have come further */
  readonly calendarMark: string;
  /** last segments of what it refers to and does not contain, whether that was found or not */
  readonly references: readonly string[];
}

/** Renders one release or template for a caller. */
export async function shownRelease(reads: Reads, view: ReleaseView, caller: Caller): Promise<Rendered<ReleaseAnswer>> {
  const { release, version, folderPath, calendar, elsewhere: known } = view;
  const all = namedByRelease(release);
  const show = known === null ? await showFor(reads, all) : placed(reads.config.typePrefix, known);
  const references = outside(release, all);
  const triggers = await triggersOf(reads, [view]);
  const elsewhere = marksAmong(show, references);
  const mark = triggers.get(release.id)?.mark ?? null;
  const validators = { releaseId: release.id, version, folderPath, elsewhere, calendar, triggers: mark };
  const around = await surroundingsOf(reads, view);
  const answer = showRelease(view, caller, { ...show, triggers }, plannedAround(view, around));
  return { answer, validators, calendarMark: around.mark, references };
}

/** Those that are no part of the release itself: where its own parts are, its version tells. */
function outside(release: Release, named: readonly string[]): readonly string[] {
  if (named.length === 0) return named;
  const own = new Set([...release.phases, ...tasksOf(release)].map(({ id }) => id));
  return [...new Set(named)].filter((id) => !own.has(id));
}

const marksAmong = ({ elsewhere, archived }: Placed, named: readonly string[]): ReadonlyMap<string, string> =>
  new Map(
    named.flatMap((id): [string, string][] => {
      const mark = markOf({ full: elsewhere, archived }, id);
      return mark === null ? [] : [[id, mark]];
    }),
  );

/** Renders the phase that a view of its release has alone. */
export async function shownPhase(reads: Reads, { release, folderPath, rest }: ReleaseView): Promise<PhaseAnswer> {
  const [phase] = release.phases;
  if (!phase) throw new Error('a view of a phase has none');
  const show = await showFor(reads, namedByPhase(phase));
  return showPhase(phase, under(folderPath.join('/'), release.id), rest, show);
}

/** Renders a task with everything below it. */
export async function shownTask(reads: Reads, view: TaskView): Promise<Rendered<TaskAnswer>> {
  const references = [...new Set(namedByTasks([view.task]))];
  const show = await showFor(reads, references);
  const { releaseId, version, folderPath } = view;
  const validators = {
    releaseId,
    version,
    folderPath,
    elsewhere: marksAmong(show, references),
    calendar: null,
    triggers: null,
  };
  return { answer: showTaskView(view, show), validators, calendarMark: '', references };
}

/** How to read what clients of this installation write. */
export async function readingOf({ config, seal, plugins }: Deps): Promise<Reading> {
  const types = await plugins.current();
  return readingBy({
    prefix: config.typePrefix,
    seal: (clear) => seal.seal('property', clear),
    passwords: (type) => (types.has(type) ? passwordsOf(types, type) : null),
    inputs: (type) => types.get(type)?.inputs ?? [],
  });
}
