import {
  deploymentOutcomeBody,
  type InsightDeploymentsBody,
  incidentBody,
  incidentResponse,
  insightDeploymentCsvLine,
  insightDeploymentResponse,
  insightDeploymentsBody,
  insightDeploymentsCsvHead,
  insightDeploymentsResponse,
  insightSettingsBody,
  insightSettingsResponse,
} from '@slipway/api-schema/insights';
import {
  changeInsightSettings,
  type InsightContext,
  readInsightDeployments,
  recordIncident,
  renderInsightDeployments,
  renderInsightSettings,
  setDeploymentOutcome,
} from '@slipway/application/insights';
import { neededToChange, neededToRead } from '@slipway/domain/people';
import { type Person, readCurrentPerson } from '@slipway/engine';
import type { Deps } from '../dependencies/deps.ts';
import { jsonBody, type Route, route } from '../http/route.ts';
import { downloadSlots } from '../http/slots.ts';
import { acceptsCsv, csvAnswer, csvPageSize, csvPages } from './csv-answer.ts';

const contextOf = ({ database, config }: Deps): InsightContext => ({ database, zone: config.reportTimezone });

/** Creates the lines while they are sent. Each page has the current permissions of the caller. */
const csvOf = (deps: Deps, caller: Person, body: InsightDeploymentsBody): AsyncGenerator<Buffer> =>
  csvPages(insightDeploymentsCsvHead(), insightDeploymentCsvLine, async (after) => {
    const person = await readCurrentPerson(deps.database, caller);
    return await readInsightDeployments(contextOf(deps), person, { ...body, after, limit: csvPageSize });
  });

/** The permission to change the outcome of deployments in a folder. */
const changeNeeds = {
  anywhere: [neededToChange.folder],
  why: 'the deployment determines the folder',
} as const;

/** Routes for deployments, and for the settings of folders that define them. They extend the API of the family. */
export const deployments: readonly Route[] = [
  route({
    method: 'GET',
    path: '/folders/{folderId}/insight-settings',
    name: 'getInsightSettings',
    summary: 'The setting for deployments that applies to a folder',
    needs: { on: 'folderId', anyOf: [neededToRead.folder] },
    reply: insightSettingsResponse,
    etag: 'content',
    answer: (deps, { caller, path }) => renderInsightSettings(deps, caller, path.folderId),
  }),
  route({
    method: 'PUT',
    path: '/folders/{folderId}/insight-settings',
    name: 'updateInsightSettings',
    summary: 'Replaces the setting for deployments of a folder, for releases that end later',
    needs: { on: 'folderId', anyOf: [neededToChange.folder] },
    body: jsonBody(insightSettingsBody),
    reply: insightSettingsResponse,
    etag: 'content',
    answer: (deps, { caller, actor, stillAs, path, body }) =>
      changeInsightSettings(deps, { caller, actor, stillAs, rawId: path.folderId }, body),
  }),
  route({
    method: 'POST',
    path: '/insights/deployments',
    name: 'getInsightDeployments',
    summary: 'The deployments behind a point, one page of them; as CSV all of them',
    needs: { global: [neededToRead.insights] },
    effect: 'replicaRead',
    body: jsonBody(insightDeploymentsBody),
    reply: insightDeploymentsResponse,
    answer: async (deps, { caller, body, headers }) => {
      if (!acceptsCsv(headers)) return await renderInsightDeployments(contextOf(deps), caller, body);
      const end = await downloadSlots.acquire(caller.username);
      // Finds out whether the request is valid, before the response starts.
      await readInsightDeployments(contextOf(deps), caller, { ...body, limit: 1 }).catch((error: unknown) => {
        end();
        throw error;
      });
      return csvAnswer('deployments.csv', () => csvOf(deps, caller, body), end);
    },
  }),
  route({
    method: 'PUT',
    path: '/insights/deployments/{deploymentId}/outcome',
    name: 'setDeploymentOutcome',
    summary: 'Marks a deployment as failed or succeeded, or removes the mark',
    needs: changeNeeds,
    body: jsonBody(deploymentOutcomeBody),
    reply: insightDeploymentResponse,
    answer: (deps, { caller, actor, path, body }) =>
      setDeploymentOutcome(deps, { caller, actor, id: path.deploymentId }, body),
  }),
  route({
    method: 'POST',
    path: '/insights/incidents',
    name: 'recordIncident',
    summary: 'Records an event of an incident, also as a CDEvent in a CloudEvent',
    needs: changeNeeds,
    body: jsonBody(incidentBody),
    reply: incidentResponse,
    answer: (deps, { caller, actor, body }) => recordIncident(deps, { caller, actor }, body),
  }),
];
