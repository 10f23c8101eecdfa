import { flagStatuses, releaseKinds, releaseStatuses } from '@slipway/domain';
import { z } from 'zod';
import { attachmentAnswer } from '../attachments/attachment.ts';
import { blackoutPlanAnswer } from '../calendar/blackout.ts';
import { answeredDate, answeredJson, list, ownType, textMap } from '../format/scalars.ts';
import { teamAnswer } from '../people/team.ts';
import { triggerAnswer } from '../triggers/trigger.ts';
import { variableAnswer } from '../variables/variable.ts';
import { phaseAnswer } from './phase.ts';
import { planItemAnswer } from './plan-item.ts';

/** Where shared variables are. Repeated in each of a thousand releases they would be most of the answer of a search. */
const elsewhere = (path: string) =>
  z.object({
    id: z.string(),
    type: z.string(),
    variables: list(variableAnswer).describe(`empty: GET ${path} answers them`),
  });

const metadata = z.object({
  blackout: blackoutPlanAnswer,
  security: z.object({ permissions: list(z.string()), teams: list(z.string()) }),
  globalVariables: elsewhere('/config/Configuration/variables/global'),
  folderVariables: elsewhere('/folders/{folderId}/variables'),
  serverUrl: z.object({}),
});

const secret = z.string().optional().describe('masked');

/** A release or template (rest-api.md, section Release and template). */
export const releaseAnswer = z
  .object({
    ...planItemAnswer,
    type: ownType('Release'),
    realFlagStatus: z.enum(flagStatuses),
    releaseTriggers: list(triggerAnswer),
    teams: list(teamAnswer),
    memberViewers: list(z.string()),
    roleViewers: list(z.string()),
    attachments: list(attachmentAnswer),
    phases: list(phaseAnswer),
    queryableStartDate: answeredDate.optional(),
    queryableEndDate: answeredDate.optional(),
    status: z.enum(releaseStatuses),
    tags: list(z.string()),
    variables: list(variableAnswer),
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
    extensions: list(answeredJson),
    startedFromTaskId: z.string().optional(),
    autoStart: z.boolean(),
    automatedResumeCount: z.int(),
    maxAutomatedResumes: z.int(),
    abortComment: z.string().optional(),
    variableMapping: textMap,
    kind: z.enum(releaseKinds),
    categories: list(z.string()),
    author: z.string().optional(),
    logo: answeredJson.optional(),
    defaultTargetFolderId: z.string().optional(),
    allowTargetFolderOverride: z.boolean(),
    riskScore: z.string(),
    totalRiskScore: z.string(),
    riskProfile: z.string(),
    $metadata: metadata,
  })
  .meta({ id: 'Release' });

export type ReleaseAnswer = z.output<typeof releaseAnswer>;
