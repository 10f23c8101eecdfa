import { Invalid, neededToRead, rootFolderId } from '@slipway/domain';
import type { Person } from '@slipway/engine';
import { type Members, withAttachmentsOf } from '@slipway/formats';
import {
  type ConfigurationView,
  type Folder,
  folderVariables,
  globalVariables,
  readKeptCode,
  readRelease,
  searchConfigurations,
  searchTriggers,
  templatesBelow,
} from '@slipway/persistence';
import { showTeamViews } from '@slipway/wire';
import { renderConfiguration } from '../../configurations/configurations.ts';
import type { ResourceContext } from '../../model/context.ts';
import { planStanding, seenAmong } from '../../model/hold.ts';
import { renderRelease } from '../../plans/render.ts';
import { renderTriggers } from '../../triggers/triggers.ts';
import { renderShared } from '../../variables/shared-variables.ts';
import { codeOfConfiguration } from '../configurations.ts';
import { namingFor } from '../naming/names.ts';
import { wholeCodeOfTeam } from '../people.ts';
import { asRead, type CalledFrom } from '../run/run.ts';
import { codeOfTemplate } from '../templates.ts';
import { codeOfTrigger } from '../triggers.ts';
import { codeOfVariable } from '../variables.ts';
import type { Files } from './code-files.ts';
import type { CodeRoom } from './code-room.ts';
import type { ByFolder } from './distinct.ts';

/** Things that one set of documents may hold. */
const most = { templates: 2_000, triggers: 10_000, configurations: 1_000 };

/** The files beside documents that are generated, and what is left of their limits. */
export interface Making {
  readonly files: Files;
  readonly room: CodeRoom;
}

/** Templates as documents write them, and the teams of those at the top. */
export interface WrittenTemplates {
  readonly byFolder: ByFolder;
  readonly teams: readonly Members[];
}

/** The visible templates of a folder and of those below. Throws Invalid above the limit. */
export async function codeOfTemplates(
  context: ResourceContext,
  caller: Person,
  top: Folder,
  { files, room }: Making,
): Promise<WrittenTemplates> {
  const found = await templatesBelow(context.database, top.id, most.templates + 1);
  if (found.length > most.templates)
    throw new Invalid(`path: more than ${most.templates} templates: name a folder below`);
  const byFolder = new Map<string, Members[]>();
  const teams: Members[] = [];
  for (const { id, folderId } of found) {
    const view = await readRelease(context.database, id);
    if (view === null || (await seenAmong(caller, new Map([[id, planStanding(view)]]))).size === 0) continue;
    const { answer } = await renderRelease(context, view, caller);
    const read = asRead(answer);
    const code = withAttachmentsOf(await codeOfTemplate(context, caller, read), read, files.namedBy(view));
    await room.take(code);
    const inFolder = byFolder.get(folderId) ?? [];
    inFolder.push(code);
    byFolder.set(folderId, inFolder);
    if (folderId !== rootFolderId) continue;
    const own = showTeamViews(view.teams, new Map()).map(wholeCodeOfTeam);
    teams.push({ template: view.release.title, teams: own });
  }
  return { byFolder, teams };
}

/** The visible configurations of one folder, or the global ones for null. Throws Invalid above the limit. */
export async function configurationsOf(
  { database }: ResourceContext,
  caller: Person,
  folderId: string | null,
): Promise<readonly ConfigurationView[]> {
  const filter = { types: null, title: null, folderId, folderOnly: true };
  const found = await searchConfigurations(database, filter, caller.sight(neededToRead.configurations));
  if (found.length >= most.configurations)
    throw new Invalid(`path: ${most.configurations} configurations or more in one folder`);
  return found;
}

/** The visible triggers of a folder. Throws Invalid above the limit. */
export async function codeOfTriggers(
  context: ResourceContext,
  caller: Person,
  { id: folderId }: Folder,
): Promise<readonly Members[]> {
  const sight = caller.sight(neededToRead.trigger);
  const page = { limit: most.triggers + 1, offset: 0 };
  const { triggers } = await searchTriggers(context.database, { folderId }, sight, page);
  if (triggers.length > most.triggers)
    throw new Invalid(`path: more than ${most.triggers} triggers: name a folder below`);
  const own = triggers.filter(({ trigger }) => trigger.folderId === folderId);
  const code: Members[] = [];
  for (const answer of await renderTriggers(context, own, caller))
    code.push(await codeOfTrigger(context, caller, asRead(answer)));
  return code;
}

/** What a folder has beside templates and triggers: variables, connections, and what is only kept. */
export async function thingsIn(context: ResourceContext, caller: Person, folder: Folder): Promise<readonly Members[]> {
  const { database } = context;
  const isTop = folder.id === rootFolderId;
  const here = await caller.at({ folderId: folder.id });
  const seesVariables = isTop || here.may(neededToRead.folderVariables);
  const variables = isTop ? await globalVariables(database) : await folderVariables(database, folder.id, true);
  const configurations = isTop ? [] : await configurationsOf(context, caller, folder.id);
  const kept = here.may(neededToRead.folder) || isTop ? await readKeptCode(database, [folder.id]) : [];
  const code: Members[] = [];
  if (seesVariables)
    for (const view of variables)
      code.push(await codeOfVariable(context, caller, asRead(renderShared(context, view)), isTop ? [] : folder.path));
  return [...code, ...(await codeOfConfigurations(context, caller, configurations)), ...kept.map(({ body }) => body)];
}

/** Configurations as documents contain them: their references are loaded at once. */
export async function codeOfConfigurations(
  context: ResourceContext,
  caller: Person,
  views: readonly ConfigurationView[],
): Promise<readonly Members[]> {
  const named = { ...context, names: new Map<string, CalledFrom | null>() };
  const answers = views.map((view) => asRead(renderConfiguration(context, view)));
  await namingFor(named, caller, ...answers);
  return await Promise.all(answers.map((answer) => codeOfConfiguration(named, caller, answer)));
}
