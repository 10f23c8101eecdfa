import { showTeamViews } from '@slipway/api-schema/people';
import { rootFolderId } from '@slipway/domain/ids';
import { message } from '@slipway/domain/messages';
import { Invalid } from '@slipway/domain/model';
import { neededToRead } from '@slipway/domain/people';
import type { Person } from '@slipway/engine';
import { type Members, withAttachmentsOf } from '@slipway/formats';
import { listTemplatesBelow, readCodeSettings } from '@slipway/persistence/as-code';
import { type ConfigurationView, searchConfigurations } from '@slipway/persistence/configurations';
import type { Folder } from '@slipway/persistence/folders';
import { readRelease } from '@slipway/persistence/plans';
import { searchTriggers } from '@slipway/persistence/triggers';
import { readFolderVariables, readGlobalVariables } from '@slipway/persistence/variables';
import { renderConfiguration } from '../../configurations/configurations.ts';
import type { ResourceContext } from '../../model/context.ts';
import { filterVisible, planAttributes } from '../../model/require-permission.ts';
import { renderRelease } from '../../plans/render.ts';
import { renderTriggers } from '../../triggers/triggers.ts';
import { renderSharedVariable } from '../../variables/shared-variables.ts';
import { codeOfConfiguration } from '../configurations.ts';
import { namingFor } from '../naming/names.ts';
import { completeCodeOfTeam } from '../people.ts';
import { asClientJson, type NameFrom } from '../run/run.ts';
import { codeOfTemplate } from '../templates.ts';
import { codeOfTrigger } from '../triggers.ts';
import { codeOfVariable } from '../variables.ts';
import type { AttachmentFiles, SizeBudget } from './code-files.ts';
import type { ByFolder } from './titles.ts';

/** The maximum number of objects in a set of documents. */
const maxCounts = { templates: 2_000, triggers: 10_000, configurations: 1_000 };

/** The attachment files of generated documents, and their remaining size. */
export interface GenerateResources {
  readonly files: AttachmentFiles;
  readonly budget: SizeBudget;
}

/** Templates in the form of documents, and the teams of top-level templates. */
export interface CodeTemplates {
  readonly byFolder: ByFolder;
  readonly teams: readonly Members[];
}

/** Returns the visible templates of a folder and its subfolders. Throws Invalid above the limit. */
export async function codeOfTemplates(
  context: ResourceContext,
  caller: Person,
  top: Folder,
  { files, budget }: GenerateResources,
): Promise<CodeTemplates> {
  const matches = await listTemplatesBelow(context.database, top.id, maxCounts.templates + 1);
  if (matches.length > maxCounts.templates)
    throw new Invalid(message('export.tooManyTemplates', { max: maxCounts.templates }));
  const byFolder = new Map<string, Members[]>();
  const teams: Members[] = [];
  for (const { id, folderId } of matches) {
    const view = await readRelease(context.database, id);
    if (view === null || (await filterVisible(caller, new Map([[id, planAttributes(view)]]))).size === 0) continue;
    const { answer } = await renderRelease(context, view, caller);
    const answerJson = asClientJson(answer);
    const code = withAttachmentsOf(await codeOfTemplate(context, caller, answerJson), answerJson, files.namedBy(view));
    await budget.consume(code);
    const inFolder = byFolder.get(folderId) ?? [];
    inFolder.push(code);
    byFolder.set(folderId, inFolder);
    if (folderId !== rootFolderId) continue;
    const own = showTeamViews(view.teams, new Map()).map(completeCodeOfTeam);
    teams.push({ template: view.release.title, teams: own });
  }
  return { byFolder, teams };
}

/** Returns the visible configurations of one folder, or the global ones for null. Throws Invalid above the limit. */
export async function configurationsOf(
  { database }: ResourceContext,
  caller: Person,
  folderId: string | null,
): Promise<readonly ConfigurationView[]> {
  const filter = { types: null, title: null, folderId, folderOnly: true };
  const matches = await searchConfigurations(database, filter, caller.visibility(neededToRead.configurations));
  if (matches.length >= maxCounts.configurations)
    throw new Invalid(message('export.tooManyConfigurations', { max: maxCounts.configurations }));
  return matches;
}

/** Returns the visible triggers of a folder. Throws Invalid above the limit. */
export async function codeOfTriggers(
  context: ResourceContext,
  caller: Person,
  { id: folderId }: Folder,
): Promise<readonly Members[]> {
  const visibility = caller.visibility(neededToRead.trigger);
  const page = { limit: maxCounts.triggers + 1, offset: 0 };
  const { triggers } = await searchTriggers(context.database, { folderId }, visibility, page);
  if (triggers.length > maxCounts.triggers)
    throw new Invalid(message('export.tooManyTriggers', { max: maxCounts.triggers }));
  const own = triggers.filter(({ trigger }) => trigger.folderId === folderId);
  const code: Members[] = [];
  for (const answer of await renderTriggers(context, own, caller))
    code.push(await codeOfTrigger(context, caller, asClientJson(answer)));
  return code;
}

/** Returns the variables, configurations and stored settings of a folder. */
export async function otherObjectsIn(
  context: ResourceContext,
  caller: Person,
  folder: Folder,
): Promise<readonly Members[]> {
  const { database } = context;
  const isTop = folder.id === rootFolderId;
  const callerHere = await caller.callerAt({ folderId: folder.id });
  const canViewVariables = isTop || callerHere.may(neededToRead.folderVariables);
  const variables = isTop ? await readGlobalVariables(database) : await readFolderVariables(database, folder.id, true);
  const configurations = isTop ? [] : await configurationsOf(context, caller, folder.id);
  const storedCode = callerHere.may(neededToRead.folder) || isTop ? await readCodeSettings(database, [folder.id]) : [];
  const code: Members[] = [];
  if (canViewVariables)
    for (const view of variables)
      code.push(
        await codeOfVariable(
          context,
          caller,
          asClientJson(renderSharedVariable(context, view)),
          isTop ? [] : folder.path,
        ),
      );
  return [
    ...code,
    ...(await codeOfConfigurations(context, caller, configurations)),
    ...storedCode.map(({ body }) => body),
  ];
}

/** Returns configurations in the form of documents. All their references are loaded together. */
export async function codeOfConfigurations(
  context: ResourceContext,
  caller: Person,
  views: readonly ConfigurationView[],
): Promise<readonly Members[]> {
  const namingContext = { ...context, names: new Map<string, NameFrom | null>() };
  const answers = views.map((view) => asClientJson(renderConfiguration(context, view)));
  await namingFor(namingContext, caller, ...answers);
  return await Promise.all(answers.map((answer) => codeOfConfiguration(namingContext, caller, answer)));
}
