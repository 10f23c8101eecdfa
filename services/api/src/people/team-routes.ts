import { list } from '@slipway/api-schema/format';
import { teamViewList, teamViewResponse } from '@slipway/api-schema/people';
import { folderTeams, isFolderOwner, planTeams, setFolderTeams, setPlanTeams } from '@slipway/application/people';
import { getPlan, getTemplate } from '@slipway/application/plans';
import { neededForTeams, neededToChange, neededToRead } from '@slipway/domain/people';
import { z } from 'zod';
import { jsonBody, type Route, route } from '../http/route.ts';

const { release, template, folder } = neededToRead;
const { folderTeams: teamsOfFolder } = neededToChange;
const reply = list(teamViewResponse);

const folderTeamRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/folders/{folderId}/teams',
    name: 'getFolderTeams',
    summary: 'The teams that hold in a folder: its own, or those that it inherits',
    needs: { on: 'folderId', anyOf: [folder] },
    reply,
    etag: 'content',
    answer: (deps, { caller, path }) => folderTeams(deps, caller, path.folderId),
  }),
  route({
    method: 'POST',
    path: '/folders/{folderId}/teams',
    name: 'setFolderTeams',
    summary: 'Sets all teams of a folder, its own from then on; none has it inherit again',
    needs: { on: 'folderId', anyOf: [teamsOfFolder] },
    body: jsonBody(teamViewList),
    reply,
    etag: 'content',
    answer: (deps, { caller, actor, stillAs, path, body }) =>
      setFolderTeams(deps, { caller, actor, stillAs, rawId: path.folderId }, body),
  }),
  route({
    method: 'GET',
    path: '/folders/{folderId}/folderOwner',
    name: 'isFolderOwner',
    summary: 'Whether the caller is in the team Folder Owner that holds in a folder',
    needs: { on: 'folderId', anyOf: [folder] },
    reply: z.boolean(),
    answer: (deps, { caller, path }) => isFolderOwner(deps, caller, path.folderId),
  }),
];

const { anyOf, onTemplate } = neededForTeams;
const changeOptions = { needed: neededForTeams, phases: false };
const readOptions = { phases: false };

const planTeamRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/templates/{templateId}/teams',
    name: 'getTemplateTeams',
    summary: "The teams that hold for a template: its folder's, or at the top its own",
    needs: { on: 'templateId', anyOf: [template] },
    reply,
    etag: 'content',
    answer: async (deps, { caller, path: { templateId } }) =>
      planTeams(deps, await getTemplate(deps.database, caller, templateId, readOptions)),
  }),
  route({
    method: 'POST',
    path: '/templates/{templateId}/teams',
    name: 'setTemplateTeams',
    summary: 'Sets all teams of a template at the top',
    needs: { on: 'templateId', anyOf: onTemplate },
    body: jsonBody(teamViewList),
    reply,
    etag: 'content',
    answer: async (deps, { caller, actor, stillAs, path: { templateId }, body }) =>
      setPlanTeams(
        deps,
        { caller, actor, stillAs, plan: await getTemplate(deps.database, caller, templateId, changeOptions) },
        body,
      ),
  }),
  route({
    method: 'GET',
    path: '/releases/{releaseId}/teams',
    name: 'getReleaseTeams',
    summary: "The teams that hold for a release: its folder's, or at the top its own",
    needs: { on: 'releaseId', anyOf: [release], onTemplate: [template] },
    reply,
    etag: 'content',
    answer: async (deps, { caller, path: { releaseId } }) =>
      planTeams(deps, await getPlan(deps.database, caller, releaseId, readOptions)),
  }),
  route({
    method: 'POST',
    path: '/releases/{releaseId}/teams',
    name: 'setReleaseTeams',
    summary: 'Sets all teams of a release at the top',
    needs: { on: 'releaseId', anyOf, onTemplate },
    body: jsonBody(teamViewList),
    reply,
    etag: 'content',
    answer: async (deps, { caller, actor, stillAs, path: { releaseId }, body }) =>
      setPlanTeams(
        deps,
        { caller, actor, stillAs, plan: await getPlan(deps.database, caller, releaseId, changeOptions) },
        body,
      ),
  }),
];

/** Routes for teams and their permissions (rest-operations.md, Teams). */
export const teams: readonly Route[] = [...folderTeamRoutes, ...planTeamRoutes];
