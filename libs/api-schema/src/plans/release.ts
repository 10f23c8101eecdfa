import { type BlackoutPlan, noBlackoutPlan } from '@slipway/domain/calendar';
import type { Caller } from '@slipway/domain/decision';
import { missingPlanPermissions, planActions } from '@slipway/domain/forecast';
import {
  flagStatuses,
  isTemplate,
  localPermissions,
  passwordMask,
  type Release,
  type ReleasePassive,
  releaseKinds,
  releaseStatuses,
} from '@slipway/domain/model';
import { z } from 'zod';
import { attachmentResponse, showAttachment } from '../attachments/attachment.ts';
import { blackoutPlanResponse, showBlackoutPlan } from '../calendar/blackout.ts';
import { showDate } from '../format/dates.ts';
import { fullId, joinIds, type RenderContext } from '../format/render-context.ts';
import { list, ownType, responseDate, responseJson, textMap } from '../format/scalars.ts';
import { sortMap, sortModel, sortModels } from '../format/sorted-json.ts';
import { showType } from '../format/type-name.ts';
import { showTeams, teamResponse, teamsWith } from '../people/team.ts';
import { ownExtensions, riskExtensions, type ShownAssessors } from '../risk/assessment.ts';
import { showTrigger, type TriggerView, triggerResponse } from '../triggers/trigger.ts';
import { showVariable, variableResponse } from '../variables/variable.ts';
import { phaseResponse, showPhase } from './phase.ts';
import { newFillBudget } from './task.ts';
import { planItemResponse, type ReleaseView } from './views.ts';

/**
 * A reference to shared variables. The variables themselves, repeated in a thousand releases, would be most of the
 * response of a search.
 */
const sharedVariables = (path: string) =>
  z.object({
    id: z.string(),
    type: z.string(),
    variables: list(variableResponse).describe(`empty: GET ${path} answers them`),
  });

const metadataResponse = z.object({
  blackout: blackoutPlanResponse,
  security: z.object({
    permissions: list(z.string()),
    teams: list(z.string()),
    lacking: z
      .partialRecord(z.enum(planActions), z.string())
      .describe('the permission that the caller lacks, for each action on it that they cannot take'),
  }),
  globalVariables: sharedVariables('/config/Configuration/variables/global'),
  folderVariables: sharedVariables('/folders/{folderId}/variables'),
  serverUrl: z.object({}),
});

const secret = z.string().optional().describe('masked');

/** A release or template (rest-api.md, section Release and template). */
export const releaseResponse = z
  .object({
    ...planItemResponse,
    type: ownType('Release'),
    realFlagStatus: z.enum(flagStatuses),
    releaseTriggers: list(triggerResponse),
    teams: list(teamResponse),
    memberViewers: list(z.string()),
    roleViewers: list(z.string()),
    attachments: list(attachmentResponse),
    phases: list(phaseResponse),
    queryableStartDate: responseDate.optional(),
    queryableEndDate: responseDate.optional(),
    status: z.enum(releaseStatuses),
    tags: list(z.string()),
    variables: list(variableResponse),
    calendarPublished: z.boolean(),
    calendarLinkToken: z.string().optional(),
    tutorial: z.boolean(),
    abortOnFailure: z.boolean(),
    archiveRelease: z.boolean(),
    allowPasswordsInAllFields: z.boolean(),
    disableNotifications: z.boolean(),
    allowConcurrentReleasesFromTrigger: z.boolean(),
    maxConcurrentReleases: z.int(),
    runningTriggeredReleasesCount: z.int(),
    originTemplateId: z.string().optional(),
    createdFromTrigger: z.boolean(),
    scriptUsername: z.string().optional(),
    scriptUserPassword: secret,
    extensions: list(responseJson),
    startedFromTaskId: z.string().optional(),
    autoStart: z.boolean(),
    automatedResumeCount: z.int(),
    maxAutomatedResumes: z.int(),
    abortComment: z.string().optional(),
    variableMapping: textMap,
    kind: z.enum(releaseKinds),
    categories: list(z.string()),
    author: z.string().optional(),
    logo: responseJson.optional(),
    defaultTargetFolderId: z.string().optional(),
    allowTargetFolderOverride: z.boolean(),
    riskScore: z.string(),
    totalRiskScore: z.string(),
    riskProfile: z.string(),
    $metadata: metadataResponse,
  })
  .meta({ id: 'Release' });

export type ReleaseResponse = z.output<typeof releaseResponse>;

interface TemplateTriggers {
  /** the triggers, by title */
  readonly triggers: readonly TriggerView[];
  /** the number of running releases that the triggers created */
  readonly running: number;
}

/** The data for rendering a release or template, in addition to the object. */
interface ReleaseRenderContext extends RenderContext {
  /** the triggers of templates, by last segment */
  readonly triggers?: ReadonlyMap<string, TemplateTriggers>;
  /** the rendered risk assessments; all by default */
  readonly assessors?: ShownAssessors;
}

export const releaseIdOf = (view: Pick<ReleaseView, 'folderPath' | 'release'>): string =>
  joinIds(view.folderPath.join('/'), view.release.id);

/** Renders a release or template with the parts that the caller may view, and its overlaps with blackouts. */
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

/** Returns the caller's teams, and permissions by teams (permissions.md, Finding a permission). */
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
      lacking: missingPlanPermissions(caller, release),
    },
    globalVariables: { id: 'Configuration/variables/global', type: showType('GlobalVariables', prefix), variables: [] },
    folderVariables: { id: joinIds(folderId, 'variables'), type: showType('FolderVariables', prefix), variables: [] },
    serverUrl: {},
  };
}
