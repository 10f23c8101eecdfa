import { Invalid, neededToRead, rootFolderId } from '@slipway/domain';
import type { Person } from '@slipway/engine';
import {
  allGlobal,
  archivedReleaseNamed,
  configurationFor,
  configurationStatus,
  configurationsFound,
  folderAt,
  folderNamed,
  phaseNamed,
  planNamed,
  releaseIdsFound,
  releaseIdsTitled,
  releasesInBatches,
  renderConfiguration,
  renderFolder,
  renderFoldersIn,
  renderPhase,
  renderRelease,
  renderShared,
  renderTask,
  renderVariable,
  requireOnConfiguration,
  seenInFolder,
  taskNamed,
  templateIdsFound,
  templateNamed,
  variableNamed,
} from '@slipway/resources';
import { largestRequest } from '@slipway/scripts';
import { configurationTrial, filterBody, propertiesTried, type ReleaseAnswer, readType } from '@slipway/wire';
import { type AnswerContext, type Answers, type Asks, pageOf, type Questions } from './answer.ts';
import { fileAnswers } from './file-answers.ts';
import { peopleAnswers } from './people-answers.ts';
import { riskAnswers } from './risk-answers.ts';

const answers: Answers = {
  ...fileAnswers,
  ...peopleAnswers,
  ...riskAnswers,
  release: async (context, caller, { id }) => {
    const view = await planNamed(context.database, caller, id);
    return (await renderRelease(context, view, caller)).answer;
  },
  archivedRelease: async (context, caller, { id }) => {
    const view = await archivedReleaseNamed(context.database, caller, id);
    return (await renderRelease(context, view, caller)).answer;
  },
  template: async (context, caller, { id }) => {
    const view = await templateNamed(context.database, caller, id);
    return (await renderRelease(context, view, caller)).answer;
  },
  phase: async (context, caller, { id }) =>
    renderPhase(context, await phaseNamed(context.database, caller, id), caller),
  task: async (context, caller, { id }) =>
    (await renderTask(context, await taskNamed(context.database, caller, id), caller)).answer,
  variable: async (context, caller, { id }) =>
    renderVariable(context, await variableNamed(context.database, caller, id)),
  releasesByTitle: async (context, caller, { title }) => {
    const ids = await releaseIdsTitled(context, caller, title);
    return await renderAll(context, caller, ids, false);
  },
  releases: async (context, caller, { filter, ...part }) => {
    const body = filterBody.parse(filter);
    const archived = body.onlyArchived ?? false;
    const ids = await releaseIdsFound(context, { caller, body, archived, page: pageOf(part) });
    return await renderAll(context, caller, ids, archived);
  },
  templates: async (context, caller, { title, tags, folderId, ...part }) => {
    const ids = await templateIdsFound(context, caller, { title: title ?? undefined, tags, folderId }, pageOf(part));
    return await renderAll(context, caller, ids, false);
  },
  folder: async (context, caller, { id }) =>
    renderFolder(context, await folderNamed(context.database, id, seeing(caller)), 1, caller),
  folderAt: async (context, caller, { path }) =>
    renderFolder(context, await folderAt(context.database, path, caller), 1, caller),
  folders: async (context, caller, { folderId, ...part }) => {
    const folder = await folderNamed(context.database, folderId ?? rootFolderId, seeing(caller));
    return await renderFoldersIn(context, caller, folder, pageOf(part));
  },
  folderVariables: async (context, caller, { folderId, folderOnly }) =>
    (await seenInFolder(context, caller, folderId, folderOnly)).map((view) => renderShared(context, view)),
  globalVariables: async (context) => (await allGlobal(context)).map((view) => renderShared(context, view)),
  configuration: async (context, caller, { id }) =>
    renderConfiguration(
      context,
      await configurationFor(context.database, id, { caller, anyOf: [neededToRead.configuration] }),
    ),
  configurations: (context, caller, question) => configurationsFound(context, caller, question),
  configurationStatus: async (context, caller, { id, sent }) => {
    const asking = { caller, anyOf: [neededToRead.configurationStatus] } as const;
    if (id === null) {
      await requireOnConfiguration(asking, { folderId: null }, 'Configuration');
      const body = configurationTrial.parse(sent);
      const type = readType(body.type ?? '', context.typePrefix);
      const trial = { type, properties: propertiesTried(body), stored: null };
      return await configurationStatus(context, trial);
    }
    const stored = await configurationFor(context.database, id, asking);
    return await configurationStatus(context, { type: stored.type, properties: stored.properties, stored });
  },
};

const seeing = (caller: Person) => ({ caller, anyOf: [neededToRead.folder] }) as const;

/** Throws Invalid when they are more than a script can be given. */
async function renderAll(
  context: AnswerContext,
  caller: Person,
  ids: readonly string[],
  archived: boolean,
): Promise<readonly ReleaseAnswer[]> {
  const releases: ReleaseAnswer[] = [];
  let size = 0;
  for await (const batch of releasesInBatches(context, caller, { ids, archived })) {
    size += JSON.stringify(batch).length;
    if (size > largestRequest) {
      throw new Invalid(`${ids.length} of them are more than ${largestRequest} bytes: ask for fewer`);
    }
    releases.push(...batch);
  }
  return releases;
}

/** Answers what a caller may ask. Throws NotFound, Invalid, Forbidden, and the schema's error for a filter. */
export const answerTo = <A extends Asks>(
  context: AnswerContext,
  caller: Person,
  question: Questions[A] & { readonly asks: A },
): Promise<unknown> => answers[question.asks](context, caller, question);
