import { rootFolderId } from '@slipway/domain/ids';
import { textOf } from '@slipway/domain/messages';
import { neededToChange, neededToRead } from '@slipway/domain/people';
import { isDefaultReference } from '@slipway/domain/risk';
import type { Person } from '@slipway/engine';
import type { Members, OutputDocument } from '@slipway/formats';
import { type Folder, listFoldersBelow } from '@slipway/persistence/folders';
import { listAccounts, listRoles, readFolderTeams } from '@slipway/persistence/people';
import { getFolderAt } from '../../folders/find.ts';
import type { ResourceContext } from '../../model/context.ts';
import { folderTeams } from '../../people/teams.ts';
import { renderRiskProfiles } from '../../risk/profiles.ts';
import { codeOfUser, completeCodeOfTeam, requireGlobalPermissionFor } from '../people.ts';
import { codeOfRiskProfile } from '../risk-profiles.ts';
import { asClientJson, fullIdOf } from '../run/run.ts';
import { AttachmentFiles, SizeBudget } from './code-files.ts';
import {
  codeOfConfigurations,
  codeOfTemplates,
  codeOfTriggers,
  configurationsOf,
  type GenerateResources,
  otherObjectsIn,
} from './contents.ts';
import { duplicatesIn, requireDistinctTriggers, requireInPaths, requireTitles } from './titles.ts';

/** The objects to generate. */
export interface GenerateRequest {
  /** the titles of the folder and its parents, from the top level; empty: the root */
  readonly titles: readonly string[];
  readonly globalPermissions: boolean;
  readonly users: boolean;
  readonly roles: boolean;
  /** aborts when the client disconnects */
  readonly signal?: AbortSignal | undefined;
}

const maxPeople = 10_000;

/**
 * Returns documents for the visible objects of a folder and its subfolders. In an empty installation, they create the
 * same objects. They contain no ids, and masks instead of secrets. Throws NotFound, Forbidden, Invalid above the
 * limits, and the reason of an aborted signal.
 */
export async function generateCode(context: ResourceContext, caller: Person, generateRequest: GenerateRequest) {
  const { titles, globalPermissions, users, roles } = generateRequest;
  const top = await getFolderAt(context.database, titles.join('/'), caller);
  const [files, budget] = [new AttachmentFiles(context.database), new SizeBudget(generateRequest.signal)];
  const warnings: string[] = [];
  const warn = (warning: string) => warnings.push(warning.replaceAll('\n', ' '));
  const documents: OutputDocument[] = [
    ...(users ? [await usersIn(context, caller, budget)] : []),
    ...(roles || globalPermissions ? await rolesIn(context, caller, { ...generateRequest, budget }) : []),
    ...(titles.length === 0 ? [await globalObjects(context, caller, budget)] : []),
    ...(await contentsOf(context, caller, { top, home: titles, files, budget, warn })),
  ];
  const head = [
    'Generated as code. Apply it to the target system.',
    ...warnings.map((warning) => `Warning: ${warning}`),
  ];
  return { documents, head, attachments: files.all };
}

async function usersIn({ database }: ResourceContext, caller: Person, budget: SizeBudget): Promise<OutputDocument> {
  requireGlobalPermissionFor(caller, neededToChange.user);
  const accounts = await listAccounts(database, {}, { limit: maxPeople, offset: 0 });
  const spec = accounts.map(codeOfUser);
  await budget.consume(spec);
  return { kind: 'Users', home: [], spec };
}

async function rolesIn(
  { database }: ResourceContext,
  caller: Person,
  { roles, globalPermissions, budget }: GenerateRequest & { readonly budget: SizeBudget },
): Promise<readonly OutputDocument[]> {
  requireGlobalPermissionFor(caller, neededToChange.role);
  const all = await listRoles(database, { limit: maxPeople, offset: 0 });
  const principals = all.map((role) => ({
    name: role.name,
    principals: role.principals.map(({ username }) => username),
  }));
  const withPermissions = all.filter(({ permissions }) => permissions.length > 0);
  await budget.consume(all);
  const global = withPermissions.map(({ name, permissions }) => ({ role: name, permissions }));
  return [
    { kind: 'Roles', home: [], spec: roles ? principals : [] },
    { kind: 'Permissions', home: [], spec: globalPermissions && global.length > 0 ? [{ global }] : [] },
  ];
}

async function globalObjects(context: ResourceContext, caller: Person, budget: SizeBudget): Promise<OutputDocument> {
  const matches = await configurationsOf(context, caller, null);
  const profiles = (await renderRiskProfiles(context))
    .filter(({ title }) => !isDefaultReference(title))
    .map(asClientJson);
  const spec = [...(await codeOfConfigurations(context, caller, matches)), ...profiles.map(codeOfRiskProfile)];
  await budget.consume(spec);
  requireTitles(spec, '');
  return { kind: 'Configurations', home: [], spec };
}

/** The folder, and the state of the generation. */
interface Contents extends GenerateResources {
  readonly top: Folder;
  /** the titles of the folder and its parents */
  readonly home: readonly string[];
  readonly warn: (warning: string) => void;
}

/** In levels. No folder tree is deeper. */
const maxDepth = 1_000;

/** Returns the documents of the folders, each with its path below the requested folder. Throws Invalid, Conflict. */
async function contentsOf(
  context: ResourceContext,
  caller: Person,
  { top, home, files, budget, warn }: Contents,
): Promise<readonly OutputDocument[]> {
  const matches = await listFoldersBelow(context.database, top.id, maxDepth, caller.visibility(neededToRead.folders));
  requireInPaths(home, matches);
  const titles = new Map([[top.id, home.at(-1) ?? ''], ...matches.map(({ id, title }) => [id, title] as const)]);
  const pathOf = ({ path }: Folder): string => JSON.stringify(path.map((id) => titles.get(id) ?? ''));
  // Sorted by titles, because ids differ between installations.
  const below = matches.toSorted((a, b) => (pathOf(a) < pathOf(b) ? -1 : 1));
  const { byFolder: templates, teams: templateTeams } = await codeOfTemplates(context, caller, top, { files, budget });
  for (const duplicate of duplicatesIn({ kind: 'templates', titleMember: 'template', objects: templates }, titles))
    warn(`there are ${textOf(duplicate)}: rename them before you apply this`);
  const triggers = new Map<string, readonly Members[]>();
  for (const folder of [top, ...below]) triggers.set(folder.id, await codeOfTriggers(context, caller, folder));
  requireDistinctTriggers(triggers, titles);
  const spec: Members[] = [];
  const teams: Members[] = [...templateTeams];
  for (const folder of [top, ...below]) {
    const steps = folder.path.slice(top.path.length);
    const directory = steps.map((id) => titles.get(id) ?? '').join('/');
    const plans = [...(triggers.get(folder.id) ?? []), ...(templates.get(folder.id) ?? [])];
    const objects = await otherObjectsIn(context, caller, folder);
    await budget.consume(...objects, ...(triggers.get(folder.id) ?? []));
    const children = [...objects, ...plans];
    requireTitles(children, directory === '' ? home.join('/') : directory);
    if (folder === top) spec.push(...children);
    else spec.push({ directory, ...(children.length > 0 && { children }) });
    teams.push(...(await teamsOf(context, caller, folder, directory)));
  }
  return [
    { kind: 'Templates', home, spec },
    { kind: 'Permissions', home, spec: teams },
  ];
}

/** Returns the teams of the folder itself, without inherited teams. */
async function teamsOf(
  context: ResourceContext,
  caller: Person,
  folder: Folder,
  directory: string,
): Promise<readonly Members[]> {
  if (folder.id === rootFolderId) return [];
  const { path } = await readFolderTeams(context.database, folder.id);
  if (path?.at(-1) !== folder.id || !(await caller.callerAt({ folderId: folder.id })).may(neededToRead.folder))
    return [];
  const teams = (await folderTeams(context, caller, fullIdOf(folder))).map(completeCodeOfTeam);
  return [{ directory: directory === '' ? '.' : directory, teams }];
}
