import { Invalid, neededToChange, neededToRead, rootFolderId } from '@slipway/domain';
import type { Person } from '@slipway/engine';
import { type Members, type WrittenDocument, writeDocuments, writeVariable } from '@slipway/formats';
import {
  type Folder,
  foldersBelow,
  folderVariables,
  globalVariables,
  listAccounts,
  listRoles,
  readFolderTeams,
  readKeptCode,
  readRelease,
  searchConfigurations,
  searchTriggers,
  templatesBelow,
} from '@slipway/persistence';
import { renderConfiguration } from '../configurations/configurations.ts';
import { folderAt } from '../folders/find.ts';
import type { ResourceContext } from '../model/context.ts';
import { planStanding, seenAmong } from '../model/hold.ts';
import { folderTeams } from '../people/teams.ts';
import { renderRelease } from '../plans/render.ts';
import { renderTrigger } from '../triggers/triggers.ts';
import { renderShared } from '../variables/shared-variables.ts';
import { codeOfConfiguration } from './configurations.ts';
import { codeOfTeam, codeOfUser, requireGlobalRight } from './people.ts';
import { asRead, idOf } from './run.ts';
import { codeOfTemplate } from './templates.ts';
import { codeOfTrigger } from './triggers.ts';

/** What shall be written. */
export interface GenerateOrder {
  /** of the folder, from the top; none: all of it */
  readonly titles: readonly string[];
  readonly globalPermissions: boolean;
  readonly users: boolean;
  readonly roles: boolean;
}

/** Templates that one set of documents may hold. */
const mostTemplates = 2_000;
const mostPeople = 10_000;

/**
 * What somebody may see of a folder and below it as documents, that make the same where there is nothing: no ids, and of
 * secrets their keys alone. Throws NotFound, Forbidden, Invalid for very much.
 */
export async function generateCode(context: ResourceContext, caller: Person, order: GenerateOrder) {
  const { titles, globalPermissions, users, roles } = order;
  const top = await folderAt(context.database, titles.join('/'), caller);
  const documents: WrittenDocument[] = [
    ...(users ? [await usersIn(context, caller)] : []),
    ...(roles || globalPermissions ? await rolesIn(context, caller, order) : []),
    ...(titles.length === 0 ? [await globalThings(context, caller)] : []),
    ...(await contentsOf(context, caller, top, titles)),
  ];
  return writeDocuments(documents, ['Generated as code: apply it where it shall be']);
}

async function usersIn({ database }: ResourceContext, caller: Person): Promise<WrittenDocument> {
  requireGlobalRight(caller, neededToChange.user);
  const accounts = await listAccounts(database, {}, { limit: mostPeople, offset: 0 });
  return { kind: 'Users', home: [], spec: accounts.map(codeOfUser) };
}

async function rolesIn(
  { database }: ResourceContext,
  caller: Person,
  { roles, globalPermissions }: GenerateOrder,
): Promise<readonly WrittenDocument[]> {
  requireGlobalRight(caller, neededToChange.role);
  const all = await listRoles(database, { limit: mostPeople, offset: 0 });
  const principals = all.map((role) => ({
    name: role.name,
    principals: role.principals.map(({ username }) => username),
  }));
  const granted = all.filter(({ permissions }) => permissions.length > 0);
  const global = granted.map(({ name, permissions }) => ({ role: name, permissions }));
  return [
    { kind: 'Roles', home: [], spec: roles ? principals : [] },
    { kind: 'Permissions', home: [], spec: globalPermissions && global.length > 0 ? [{ global }] : [] },
  ];
}

async function globalThings(context: ResourceContext, caller: Person): Promise<WrittenDocument> {
  const filter = { types: null, title: null, folderId: null, folderOnly: true };
  const found = await searchConfigurations(context.database, filter, caller.sight(neededToRead.configurations));
  return {
    kind: 'Configurations',
    home: [],
    spec: found.map((view) => codeOfConfiguration(asRead(renderConfiguration(context, view)))),
  };
}

/** Folders with what is in them, and their teams; each by its path below the one that is asked for. */
async function contentsOf(
  context: ResourceContext,
  caller: Person,
  top: Folder,
  home: readonly string[],
): Promise<readonly WrittenDocument[]> {
  const { database } = context;
  const below = await foldersBelow(database, top.id, 1_000, caller.sight(neededToRead.folders));
  const templates = await codeOfTemplates(context, caller, top);
  const titles = new Map([[top.id, ''], ...below.map(({ id, title }) => [id, title] as const)]);
  const spec: Members[] = [];
  const teams: Members[] = [];
  for (const folder of [top, ...below]) {
    const steps = folder.path.slice(top.path.length);
    const directory = steps.map((id) => titles.get(id) ?? '').join('/');
    const children = [...(await thingsIn(context, caller, folder)), ...(templates.get(folder.id) ?? [])];
    if (folder === top) spec.push(...children);
    else spec.push({ directory, ...(children.length > 0 && { children }) });
    teams.push(...(await teamsOf(context, caller, folder, directory)));
  }
  return [
    { kind: 'Templates', home, spec },
    { kind: 'Permissions', home, spec: teams },
  ];
}

async function codeOfTemplates(context: ResourceContext, caller: Person, top: Folder) {
  const found = await templatesBelow(context.database, top.id, mostTemplates + 1);
  if (found.length > mostTemplates)
    throw new Invalid(`path: more than ${mostTemplates} templates: name a folder below`);
  const byFolder = new Map<string, Members[]>();
  for (const { id, folderId } of found) {
    const view = await readRelease(context.database, id);
    if (view === null || (await seenAmong(caller, new Map([[id, planStanding(view)]]))).size === 0) continue;
    const { answer } = await renderRelease(context, view, caller);
    byFolder.set(folderId, [...(byFolder.get(folderId) ?? []), await codeOfTemplate(context, caller, asRead(answer))]);
  }
  return byFolder;
}

const every = { limit: 10_000, offset: 0 };

/** What a folder has beside templates: variables, connections, triggers, and what is only kept. */
async function thingsIn(context: ResourceContext, caller: Person, folder: Folder): Promise<readonly Members[]> {
  const { database, typePrefix: prefix } = context;
  const isTop = folder.id === rootFolderId;
  const here = await caller.at({ folderId: folder.id });
  const seesVariables = isTop || here.may(neededToRead.folderVariables);
  const variables = isTop ? await globalVariables(database) : await folderVariables(database, folder.id, true);
  const filter = { types: null, title: null, folderId: folder.id, folderOnly: true };
  const sight = caller.sight(neededToRead.configurations);
  const configurations = isTop ? [] : await searchConfigurations(database, filter, sight);
  const { triggers } = await searchTriggers(
    database,
    { folderId: folder.id },
    caller.sight(neededToRead.trigger),
    every,
  );
  const code: Members[] = [];
  for (const { trigger } of triggers) {
    if (trigger.folderId !== folder.id) continue;
    code.push(await codeOfTrigger(context, caller, asRead(await renderTrigger(context, trigger.id, caller))));
  }
  const kept = here.may(neededToRead.folder) || isTop ? await readKeptCode(database, [folder.id]) : [];
  return [
    ...(seesVariables ? variables.map((view) => writeVariable(asRead(renderShared(context, view)), { prefix })) : []),
    ...configurations.map((view) => codeOfConfiguration(asRead(renderConfiguration(context, view)))),
    ...kept.map(({ body }) => body),
    ...code,
  ];
}

/** The teams that a folder has of its own. */
async function teamsOf(
  context: ResourceContext,
  caller: Person,
  folder: Folder,
  directory: string,
): Promise<readonly Members[]> {
  if (folder.id === rootFolderId) return [];
  const { path } = await readFolderTeams(context.database, folder.id);
  if (path?.at(-1) !== folder.id || !(await caller.at({ folderId: folder.id })).may(neededToRead.folder)) return [];
  const teams = (await folderTeams(context, caller, idOf(folder))).map(codeOfTeam);
  return [{ directory: directory === '' ? '.' : directory, teams }];
}
