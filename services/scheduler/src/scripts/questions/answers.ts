import { configurationTrial, trialProperties } from '@slipway/api-schema/configurations';
import { readType } from '@slipway/api-schema/format';
import { showRole, showUser, userFilter } from '@slipway/api-schema/people';
import type { ReleaseResponse } from '@slipway/api-schema/plans';
import { showAssessors } from '@slipway/api-schema/risk';
import { filterBody } from '@slipway/api-schema/search';
import {
  configurationStatus,
  getPermittedConfiguration,
  listConfigurations,
  renderConfiguration,
  requireConfigurationPermission,
} from '@slipway/application/configurations';
import { getFolder, getFolderAt, renderFolder, renderFoldersIn } from '@slipway/application/folders';
import { requireGlobalPermission } from '@slipway/application/model';
import { getRole, getUser, renderRoleList, renderUserList } from '@slipway/application/people';
import {
  getArchivedRelease,
  getPhase,
  getPlan,
  getTask,
  getTemplate,
  releasesInBatches,
  renderPhase,
  renderRelease,
  renderTask,
} from '@slipway/application/plans';
import {
  renderAssessment,
  renderRisk,
  renderRiskProfileById,
  renderRiskProfiles,
  renderRiskThresholds,
} from '@slipway/application/risk';
import { findReleaseIds, findReleaseIdsByTitle, findTemplateIds } from '@slipway/application/search';
import {
  getVariable,
  listGlobal,
  renderSharedVariable,
  renderVariable,
  visibleInFolder,
} from '@slipway/application/variables';
import { rootFolderId } from '@slipway/domain/ids';
import { message } from '@slipway/domain/messages';
import { Invalid } from '@slipway/domain/model';
import { neededToRead } from '@slipway/domain/people';
import type { Person } from '@slipway/engine';
import { maxRequestBytes } from '@slipway/script-protocol';
import { type AnswerContext, type Answers, pageOf, type QuestionKind, type Questions } from './answer.ts';
import { fileAnswers } from './file-answers.ts';

/** Users and roles in questions of scripts, without passwords. */
const peopleAnswers: Pick<Answers, 'user' | 'users' | 'role' | 'roles'> = {
  user: async ({ database }, caller, { username }) => showUser(await getUser(database, { caller }, username)),
  users: async (context, caller, { asks: _, page, resultsPerPage, ...filter }) => {
    requireGlobalPermission(caller, neededToRead.user);
    return await renderUserList(context, userFilter.parse(filter), pageOf({ page, resultsPerPage }));
  },
  role: async ({ database }, caller, { roleName }) => {
    requireGlobalPermission(caller, neededToRead.role);
    return showRole(await getRole(database, roleName));
  },
  roles: async (context, caller, part) => {
    requireGlobalPermission(caller, neededToRead.role);
    return await renderRoleList(context, pageOf(part));
  },
};

/** Risk in questions of scripts. */
const riskAnswers: Pick<
  Answers,
  'risk' | 'riskAssessment' | 'riskAssessors' | 'riskThresholds' | 'riskProfiles' | 'riskProfile'
> = {
  risk: (context, caller, { id }) => renderRisk(context, caller, id),
  riskAssessment: (context, caller, { id }) => renderAssessment(context, caller, id),
  riskAssessors: async ({ typePrefix }) => showAssessors(typePrefix),
  riskThresholds: (context) => renderRiskThresholds(context),
  riskProfiles: (context) => renderRiskProfiles(context),
  riskProfile: (context, _caller, { id }) => renderRiskProfileById(context, id),
};

const answers: Answers = {
  ...fileAnswers,
  ...peopleAnswers,
  ...riskAnswers,
  release: async (context, caller, { id }) => {
    const view = await getPlan(context.database, caller, id);
    return (await renderRelease(context, view, caller)).answer;
  },
  archivedRelease: async (context, caller, { id }) => {
    const view = await getArchivedRelease(context.database, caller, id);
    return (await renderRelease(context, view, caller)).answer;
  },
  template: async (context, caller, { id }) => {
    const view = await getTemplate(context.database, caller, id);
    return (await renderRelease(context, view, caller)).answer;
  },
  phase: async (context, caller, { id }) => renderPhase(context, await getPhase(context.database, caller, id), caller),
  task: async (context, caller, { id }) =>
    (await renderTask(context, await getTask(context.database, caller, id), caller)).answer,
  variable: async (context, caller, { id }) => renderVariable(context, await getVariable(context.database, caller, id)),
  releasesByTitle: async (context, caller, { title }) => {
    const ids = await findReleaseIdsByTitle(context, caller, title);
    return await renderAll(context, caller, ids, false);
  },
  releases: async (context, caller, { filter, ...part }) => {
    const body = filterBody.parse(filter);
    const archived = body.onlyArchived ?? false;
    const ids = await findReleaseIds(context, { caller, body, archived, page: pageOf(part) });
    return await renderAll(context, caller, ids, archived);
  },
  templates: async (context, caller, { title, tags, folderId, ...part }) => {
    const ids = await findTemplateIds(context, caller, { title: title ?? undefined, tags, folderId }, pageOf(part));
    return await renderAll(context, caller, ids, false);
  },
  folder: async (context, caller, { id }) =>
    renderFolder(context, await getFolder(context.database, id, folderAccess(caller)), 1, caller),
  folderAt: async (context, caller, { path }) =>
    renderFolder(context, await getFolderAt(context.database, path, caller), 1, caller),
  folders: async (context, caller, { folderId, ...part }) => {
    const folder = await getFolder(context.database, folderId ?? rootFolderId, folderAccess(caller));
    return await renderFoldersIn(context, caller, folder, pageOf(part));
  },
  folderVariables: async (context, caller, { folderId, folderOnly }) =>
    (await visibleInFolder(context, caller, folderId, folderOnly)).map((view) => renderSharedVariable(context, view)),
  globalVariables: async (context) => (await listGlobal(context)).map((view) => renderSharedVariable(context, view)),
  configuration: async (context, caller, { id }) =>
    renderConfiguration(
      context,
      await getPermittedConfiguration(context.database, id, { caller, anyOf: [neededToRead.configuration] }),
    ),
  configurations: (context, caller, question) => listConfigurations(context, caller, question),
  configurationStatus: async (context, caller, { id, sent }) => {
    const access = { caller, anyOf: [neededToRead.configurationStatus] } as const;
    if (id === null) {
      await requireConfigurationPermission(access, { folderId: null }, 'Configuration');
      const body = configurationTrial.parse(sent);
      const type = readType(body.type ?? '', context.typePrefix);
      const trial = { type, properties: trialProperties(body), stored: null };
      return await configurationStatus(context, trial);
    }
    const stored = await getPermittedConfiguration(context.database, id, access);
    return await configurationStatus(context, { type: stored.type, properties: stored.properties, stored });
  },
};

const folderAccess = (caller: Person) => ({ caller, anyOf: [neededToRead.folder] }) as const;

/** Renders all releases. Throws Invalid if they exceed the limit for scripts. */
async function renderAll(
  context: AnswerContext,
  caller: Person,
  ids: readonly string[],
  archived: boolean,
): Promise<readonly ReleaseResponse[]> {
  const releases: ReleaseResponse[] = [];
  let size = 0;
  for await (const batch of releasesInBatches(context, caller, { ids, archived })) {
    size += JSON.stringify(batch).length;
    if (size > maxRequestBytes) {
      throw new Invalid(message('script.answerTooLarge', { count: ids.length, max: maxRequestBytes }));
    }
    releases.push(...batch);
  }
  return releases;
}

/**
 * Answers a question with the permissions of the caller. Throws NotFound, Invalid, Forbidden, and the schema's error
 * for a filter.
 */
export const answerTo = <A extends QuestionKind>(
  context: AnswerContext,
  caller: Person,
  question: Questions[A] & { readonly asks: A },
): Promise<unknown> => answers[question.asks](context, caller, question);
