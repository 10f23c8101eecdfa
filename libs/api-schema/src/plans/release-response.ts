import { flagStatuses, releaseKinds, releaseStatuses } from '@slipway/domain/model';
import { z } from 'zod';
import { attachmentResponse } from '../attachments/attachment.ts';
import { blackoutPlanResponse } from '../calendar/blackout.ts';
import { list, ownType, responseDate, responseJson, textMap } from '../format/scalars.ts';
import { teamResponse } from '../people/team.ts';
import { triggerResponse } from '../triggers/trigger.ts';
import { variableResponse } from '../variables/variable.ts';
import { phaseResponse } from './phase.ts';
import { planItemResponse } from './plan-item.ts';

/** Where shared variables are. Repeated in each of a thousand releases they would be most of the answer of a search. */
const sharedVariables = (path: string) =>
  z.object({
    id: z.string(),
    type: z.string(),
    variables: list(variableResponse).describe(`empty: GET ${path} answers them`),
  });

const metadata = z.object({
  blackout: blackoutPlanResponse,
  security: z.object({ permissions: list(z.string()), teams: list(z.string()) }),
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
    $metadata: metadata,
  })
  .meta({ id: 'Release' });

export type ReleaseResponse = z.output<typeof releaseResponse>;
