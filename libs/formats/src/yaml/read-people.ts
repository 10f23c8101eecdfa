import type { Json } from '@slipway/domain';
import { BadFile, inLine } from '../refusal/bad-file.ts';
import type { CodeItem, CodeTeam, FolderTitles } from './items.ts';
import { itemsOf, type Members, membersOf, textOf } from './read-yaml.ts';

interface At {
  readonly path: FolderTitles;
  readonly where: string;
}

const textsIn = (value: Json | undefined, where: string): readonly string[] | null =>
  value === undefined ? null : itemsOf(value, where).map((each) => textOf(each, where));

/** Teams of a folder or of a template at the top, or what roles may everywhere. Throws BadFile. */
export function permissionItems(entry: Members, { path, where }: At): readonly CodeItem[] {
  if (entry.global !== undefined) {
    return itemsOf(entry.global, `${where}: global`).map((each) =>
      globalItem(membersOf(each, `${where}: global`), where),
    );
  }
  const { directory, folder, template, teams } = entry;
  const written = textOf(directory ?? folder ?? '.', `${where}: directory`);
  const below = written.split('/').filter((title) => title !== '' && title !== '.');
  const list = itemsOf(teams, `${where}: teams`).map((team) => teamIn(membersOf(team, `${where}: teams`), where));
  const here = [...path, ...below];
  if (template === undefined) return [{ kind: 'teams', path: here, teams: list }];
  const title = textOf(template, `${where}: template`);
  if (here.length === 0) return [{ kind: 'templateTeams', path: here, title, teams: list }];
  const own = inLine([...here, title].join('/'));
  throw new BadFile(`${inLine(where)}: template '${own}': a template in a folder has the teams of that`);
}

function teamIn({ name, teamName, members, users, roles, permissions }: Members, where: string): CodeTeam {
  const called = textOf(name ?? teamName, `${where}: teams: name`);
  const at = `${where}: team '${called}'`;
  return {
    name: called,
    members: textsIn(members ?? users, `${at}: members`),
    roles: textsIn(roles, `${at}: roles`),
    permissions: textsIn(permissions, `${at}: permissions`),
  };
}

function globalItem({ role, name, permissions }: Members, where: string): CodeItem {
  const called = textOf(role ?? name, `${where}: global: role`);
  return { kind: 'role', title: called, code: { name: called, permissions: textsIn(permissions, where) ?? [] } };
}

/** A user. Throws BadFile. */
export function userItems(entry: Json, where: string): CodeItem {
  const { username, name, enabled, loginAllowed, ...fields } = membersOf(entry, `${where}: spec`);
  const called = textOf(username ?? name, `${where}: username`);
  const allowed = loginAllowed ?? enabled;
  if (allowed !== undefined && typeof allowed !== 'boolean') {
    throw new BadFile(`${inLine(where)}: user '${inLine(called)}': enabled: expected true or false`);
  }
  return {
    kind: 'user',
    title: called,
    code: { username: called, ...fields, ...(allowed !== undefined && { enabled: allowed }) },
  };
}

/** A role. Throws BadFile. */
export function roleItems(entry: Json, where: string): CodeItem {
  const { name, role, principals, permissions } = membersOf(entry, `${where}: spec`);
  const called = textOf(name ?? role, `${where}: name`);
  const at = `${where}: role '${called}'`;
  const named = principals === undefined ? null : itemsOf(principals, at).map((each) => principalIn(each, at));
  const granted = textsIn(permissions, `${at}: permissions`);
  return {
    kind: 'role',
    title: called,
    code: { name: called, ...(named && { principals: named }), ...(granted && { permissions: granted }) },
  };
}

const principalIn = (item: Json, where: string): string =>
  typeof item === 'object' && item !== null && !Array.isArray(item)
    ? textOf(membersOf(item, where).username, `${where}: principals`)
    : textOf(item, `${where}: principals`);
