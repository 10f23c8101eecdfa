import { setImmediate } from 'node:timers/promises';
import { joinIds } from '@slipway/api-schema/format';
import {
  type PhaseResponse,
  type ReleaseResponse,
  showPhase,
  showRelease,
  showTaskView,
  type TaskResponse,
} from '@slipway/api-schema/plans';
import { type BlackoutPlan, planBlackouts } from '@slipway/domain/calendar';
import type { Caller } from '@slipway/domain/decision';
import { type PreviewContext, preview } from '@slipway/domain/forecast';
import { isTemplate, type Release, tasksOf } from '@slipway/domain/model';
import { neededToRead } from '@slipway/domain/people';
import { referencesOfPhase, referencesOfRelease, referencesOfTasks } from '@slipway/domain/plans';
import { noPermissions, type PermissionScope, type Person } from '@slipway/engine';
import { locationTag } from '@slipway/persistence/folders';
import type { ReleaseView, TaskView, Validators } from '@slipway/persistence/plans';
import { readTemplateTriggers } from '@slipway/persistence/triggers';
import { type BlackoutContext, blackoutContextOf } from '../calendar/blackouts.ts';
import type { ReadContext } from '../model/context.ts';
import { contextFromReferences, type ReferenceContext, renderContextFor } from '../model/render-context.ts';

/**
 * A rendered release, template or task for a caller, and its validators: while these are unchanged, so is the
 * response.
 */
export interface RenderResult<T> {
  readonly answer: T;
  readonly validators: Validators;
  /** changes with the blackouts that apply to the object, and when one of them starts or ends */
  readonly calendarMark: string;
  /** the last segments of the ids in references to other objects, including missing and hidden ones */
  readonly references: readonly string[];
}

export async function renderReleases(
  context: ReadContext,
  views: readonly ReleaseView[],
  person: Person,
): Promise<ReleaseResponse[]> {
  const referencedIds = views.flatMap(({ release }) => referencesOfRelease(release));
  const show = { ...(await renderContextFor(context, referencedIds, person)), assessors: 'found' } as const;
  const callers = await person.callersAt(views.map(scopeOf));
  const triggers = await triggersOf(context, views);
  const answers: ReleaseResponse[] = [];
  for (const [index, view] of views.entries()) {
    const blackouts = blackoutPlanOf(view, await blackoutContextOf(context, view));
    const caller = callers[index] ?? noPermissions;
    answers.push(showRelease(view, caller, { ...show, ...visibleTriggers(caller, triggers) }, blackouts));
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

const scopeOf = ({ release }: ReleaseView): PermissionScope => ({ folderId: release.folderId, releaseId: release.id });

/** Renders the triggers of a template if the caller may view them. */
const visibleTriggers = <T>(caller: Caller, triggers: T): { readonly triggers?: T } =>
  caller.may(neededToRead.trigger) ? { triggers } : {};

/**
 * Treats all plugin types as automated. An estimate for blackouts does not load the installed plugins, and plugin tasks
 * take no time in it.
 */
const automatedTypes = { has: () => true };

function blackoutPlanOf(
  { release, details: rest }: ReleaseView,
  { blackouts, now, estimatedAt }: BlackoutContext,
): BlackoutPlan {
  const isEstimated = blackouts.length > 0 && release.dueDate === null && release.phases.length > 0;
  if (!isEstimated) return planBlackouts(release, blackouts, now);
  const preconditions = preconditionsIn(rest);
  const previewContext = { now: estimatedAt, blackouts, preconditions, targets: new Map(), automatedTypes };
  return planBlackouts(release, blackouts, now, preview(release, previewContext).endDate);
}

/** Returns the texts of preconditions, by the ids of their tasks. */
export const preconditionsIn = ({ tasks }: ReleaseView['details']): PreviewContext['preconditions'] =>
  new Map([...tasks].flatMap(([id, { precondition }]) => (precondition ? [[id, precondition]] : [])));

export async function renderRelease(
  context: ReadContext,
  view: ReleaseView,
  person: Person,
): Promise<RenderResult<ReleaseResponse>> {
  const { release, version, folderPath, calendar, locations: loadedReferences } = view;
  const allReferences = referencesOfRelease(release);
  const show =
    loadedReferences === null
      ? await renderContextFor(context, allReferences, person)
      : await contextFromReferences(context.typePrefix, loadedReferences, person);
  const caller = await person.callerAt(scopeOf(view));
  const references = externalReferences(release, allReferences);
  const triggers = await triggersOf(context, [view]);
  const tags = tagsOf(show, references);
  const tag = triggers.get(release.id)?.tag ?? null;
  const grants = view.teams.version;
  const validators = { releaseId: release.id, version, folderPath, references: tags, calendar, triggers: tag, grants };
  const blackoutContext = await blackoutContextOf(context, view);
  const answer = showRelease(
    view,
    caller,
    { ...show, ...visibleTriggers(caller, triggers) },
    blackoutPlanOf(view, blackoutContext),
  );
  return { answer, validators, calendarMark: blackoutContext.mark, references };
}

/** Returns the references to other objects. The version of the release covers its own parts. */
function externalReferences(release: Release, referencedIds: readonly string[]): readonly string[] {
  if (referencedIds.length === 0) return referencedIds;
  const ownIds = new Set([...release.phases, ...tasksOf(release)].map(({ id }) => id));
  return [...new Set(referencedIds)].filter((id) => !ownIds.has(id));
}

const tagsOf = (
  { elsewhere, archived }: ReferenceContext,
  referencedIds: readonly string[],
): ReadonlyMap<string, string> =>
  new Map(
    referencedIds.flatMap((id): [string, string][] => {
      const tag = locationTag({ fullIds: elsewhere, archived }, id);
      return tag === null ? [] : [[id, tag]];
    }),
  );

/** Renders the only phase in a view of a release. */
export async function renderPhase(
  context: ReadContext,
  { release, folderPath, details: rest }: ReleaseView,
  person: Person,
): Promise<PhaseResponse> {
  const [phase] = release.phases;
  if (!phase) throw new Error('the view of a phase contains no phase');
  const show = await renderContextFor(context, referencesOfPhase(phase), person);
  return showPhase(phase, joinIds(folderPath.join('/'), release.id), rest, show);
}

/** Renders a task with everything below it. */
export async function renderTask(
  context: ReadContext,
  view: TaskView,
  person: Person,
): Promise<RenderResult<TaskResponse>> {
  const references = [...new Set(referencesOfTasks([view.task]))];
  const show = await renderContextFor(context, references, person);
  const { releaseId, version, folderPath } = view;
  const tags = tagsOf(show, references);
  const validators = { releaseId, version, folderPath, references: tags, calendar: null, triggers: null, grants: null };
  return { answer: showTaskView(view, show), validators, calendarMark: '', references };
}
