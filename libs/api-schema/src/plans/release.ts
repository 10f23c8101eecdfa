import { type BlackoutPlan, noBlackoutPlan } from '@slipway/domain/calendar';
import type { Caller } from '@slipway/domain/decision';
import { isTemplate, localPermissions, passwordMask, type Release, type ReleasePassive } from '@slipway/domain/model';
import { showAttachment } from '../attachments/attachment.ts';
import { showBlackoutPlan } from '../calendar/blackout.ts';
import { showDate } from '../format/dates.ts';
import { fullId, joinIds, type RenderContext } from '../format/render-context.ts';
import { sortMap, sortModel, sortModels } from '../format/sorted-json.ts';
import { showType } from '../format/type-name.ts';
import { showTeams, teamsWith } from '../people/team.ts';
import { ownExtensions, riskExtensions, type ShownAssessors } from '../risk/extension.ts';
import { showTrigger, type TriggerView } from '../triggers/trigger.ts';
import { showVariable } from '../variables/variable.ts';
import { showPhase } from './phase.ts';
import type { ReleaseResponse } from './release-response.ts';
import { newFillBudget } from './task.ts';
import type { ReleaseView } from './views.ts';

interface TemplateTriggers {
  /** by title */
  readonly triggers: readonly TriggerView[];
  /** how many releases run that triggers made from it */
  readonly running: number;
}

/** What rendering a release or template needs beside it. */
interface ReleaseRenderContext extends RenderContext {
  /** of templates, by their last segments */
  readonly triggers?: ReadonlyMap<string, TemplateTriggers>;
  /** Of its risk; all by default. */
  readonly assessors?: ShownAssessors;
}

export const releaseIdOf = (view: Pick<ReleaseView, 'folderPath' | 'release'>): string =>
  joinIds(view.folderPath.join('/'), view.release.id);

/**
 * Renders a release or template with all its parts, as far as the caller may view them, and its overlaps with
 * blackouts.
 */
export function showRelease(
  view: ReleaseView,
  caller: Caller,
  show: ReleaseRenderContext,
  blackout: BlackoutPlan = noBlackoutPlan,
): ReleaseResponse {
  const { release, passive, details: rest } = view;
  const folderId = view.folderPath.join('/');
  const id = joinIds(folderId, release.id);
  const budget = newFillBudget();
  return {
    id,
    ...planFields(release, show),
    ...runFields(release),
    ...passiveFields(passive, release, id, show),
    extensions: extensionsOf(view, id, show),
    ...triggerFields(release, id, show),
    teams: showTeams(view.teams, show),
    phases: release.phases.map((phase) => showPhase(phase, id, rest, show, budget)),
    variables: release.variables.map((variable) => showVariable(variable, id, show)),
    $metadata: {
      blackout: showBlackoutPlan(blackout, id),
      ...metadata(release, folderId, teamsWith(view.teams, caller), caller, show),
    },
  };
}

function planFields(release: Release, show: RenderContext) {
  return {
    type: showType('Release', show.prefix),
    title: release.title,
    owner: release.owner ?? undefined,
    status: release.status,
    scheduledStartDate: showDate(release.scheduledStartDate),
    dueDate: showDate(release.dueDate),
    plannedDuration: release.plannedDuration ?? 0,
    flagStatus: release.flagStatus,
    tags: release.tags,
    autoStart: release.autoStart,
    abortOnFailure: release.abortOnFailure,
    allowPasswordsInAllFields: release.allowPasswordsInAllFields,
    maxConcurrentReleases: release.maxConcurrentReleases,
    scriptUsername: release.scriptUsername ?? undefined,
    riskProfile: release.riskProfile,
    originTemplateId: release.originTemplateId === null ? undefined : fullId(release.originTemplateId, show),
    startedFromTaskId: release.startedFromTaskId === null ? undefined : fullId(release.startedFromTaskId, show),
    createdFromTrigger: release.createdFromTrigger,
    calendarLinkToken: release.calendarLinkToken ?? undefined,
  };
}

function runFields(release: Release) {
  return {
    startDate: showDate(release.startDate),
    endDate: showDate(release.endDate),
    queryableStartDate: showDate(release.startDate ?? release.scheduledStartDate),
    queryableEndDate: showDate(release.endDate ?? release.dueDate),
    overdueNotified: release.overdueNotified,
    automatedResumeCount: release.automatedResumeCount,
    maxAutomatedResumes: release.maxAutomatedResumes,
    abortComment: release.abortComment ?? undefined,
    realFlagStatus: release.realFlagStatus,
    riskScore: String(release.riskScore).padStart(3, '0'),
    totalRiskScore: String(release.totalRiskScore).padStart(4, '0'),
  };
}

function triggerFields(release: Release, id: string, show: ReleaseRenderContext) {
  const { triggers = [], running = 0 } = show.triggers?.get(release.id) ?? {};
  const triggerShow = { ...show, elsewhere: new Map([[release.id, id]]) };
  return {
    releaseTriggers: triggers.map((row) => showTrigger(row, triggerShow)),
    runningTriggeredReleasesCount: running,
  };
}

function passiveFields(passive: ReleasePassive, { scriptTokenId }: Release, id: string, show: RenderContext) {
  return {
    ...passive,
    description: passive.description ?? undefined,
    flagComment: passive.flagComment ?? undefined,
    variableMapping: sortMap(passive.variableMapping),
    author: passive.author ?? undefined,
    logo: sortModel(passive.logo),
    defaultTargetFolderId: passive.defaultTargetFolderId ?? undefined,
    attachments: passive.attachments.map((attachment) => showAttachment(attachment, id, show)),
    scriptUserPassword: passive.scriptUserPassword === null && scriptTokenId === null ? undefined : passwordMask,
  };
}

function extensionsOf(
  { release, passive, details: rest }: ReleaseView,
  id: string,
  { prefix, assessors = 'all' }: ReleaseRenderContext,
) {
  const comments = (item: string) => (item === release.id ? passive.flagComment : rest.tasks.get(item)?.flagComment);
  return [
    ...sortModels(ownExtensions(passive.extensions, prefix)),
    ...riskExtensions(release, comments, id, { prefix, assessors }),
  ];
}

/** What teams grant the caller there, and which of them they are in (permissions.md, Finding a permission). */
function metadata(
  release: Release,
  folderId: string,
  teams: readonly string[],
  caller: Caller,
  { prefix }: RenderContext,
) {
  const area = isTemplate(release.status) ? 'template#' : 'release#';
  return {
    security: {
      permissions: localPermissions.filter((item) => item.startsWith(area) && caller.may(item)),
      teams,
    },
    globalVariables: { id: 'Configuration/variables/global', type: showType('GlobalVariables', prefix), variables: [] },
    folderVariables: { id: joinIds(folderId, 'variables'), type: showType('FolderVariables', prefix), variables: [] },
    serverUrl: {},
  };
}
