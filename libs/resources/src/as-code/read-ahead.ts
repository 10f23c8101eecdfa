import { rootFolderId } from '@slipway/domain';
import type { CodeItem, CodeItemOf, FolderTitles } from '@slipway/formats';
import {
  accountsNamed,
  configurationsAmong,
  type Folder,
  foldersAtTitles,
  readKeptCode,
  rolesNamed,
  sharedVariablesAmong,
  teamsOfFolders,
  teamsOfScopes,
  templatesAmong,
  triggersAmong,
} from '@slipway/persistence';
import { seenOf } from '../model/show-for.ts';
import { seenTriggers } from '../triggers/rights.ts';
import { renderTriggers } from '../triggers/triggers.ts';
import { namingFor } from './naming/names.ts';
import { asRead, type CodeRun, keyIn, keyOf, seenFolder } from './run/run.ts';

/** The maximum number of objects that are read with the same statements. */
const most = 500;

/** Objects in their order, in groups. */
export const inGroups = <T>(items: readonly T[]): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(items.length / most) }, (_, index) => items.slice(index * most, (index + 1) * most));

/** Loads the folders of all documents. A user who can view a folder also sees the folders above it. */
export async function readFoldersAhead(run: CodeRun, items: readonly CodeItem[]): Promise<void> {
  const { context, known } = run;
  const paths = new Map<string, FolderTitles>();
  for (const item of items) if ('path' in item) paths.set(keyOf(item.path), item.path);
  for (const group of inGroups([...paths])) {
    const found = await foldersAtTitles(
      context.database,
      group.map(([, titles]) => titles),
    );
    for (const [index, [key]] of group.entries()) {
      const folder = found.get(index);
      if (folder !== undefined) known.folders.set(key, folder);
    }
  }
  for (const [key, titles] of paths) {
    if (!known.folders.has(key) || (await seenFolder(run, titles)) === null) continue;
    for (const index of titles.keys()) known.onTheWay.add(keyOf(titles.slice(0, index)));
  }
}

/** The objects in visible folders; the others are refused in their turn. */
async function placedOf<T extends { readonly path: FolderTitles }>(
  run: CodeRun,
  items: readonly T[],
): Promise<readonly (readonly [T, Folder])[]> {
  const placed: (readonly [T, Folder])[] = [];
  for (const item of items) {
    const folder = await seenFolder(run, item.path);
    if (folder !== null) placed.push([item, folder]);
  }
  return placed;
}

const of =
  <K extends CodeItem['kind']>(kind: K) =>
  (item: CodeItem): item is CodeItemOf<K> =>
    item.kind === kind;

const idsOf = (placed: readonly (readonly [unknown, Folder])[]): readonly string[] => [
  ...new Set(placed.map(([, { id }]) => id)),
];
const titlesOf = (placed: readonly (readonly [{ readonly title: string }, unknown])[]): readonly string[] => [
  ...new Set(placed.map(([{ title }]) => title)),
];

/** Reads what there is of things of one stage, before each of them has its turn. */
export async function readAhead(run: CodeRun, stage: Stage, items: readonly CodeItem[]): Promise<void> {
  switch (stage) {
    case 'user':
      return await usersAhead(run, items);
    case 'role':
      return await rolesAhead(run, items);
    case 'kept':
      return await keptAhead(run, await placedOf(run, items.filter(of(stage))));
    case 'variable':
    case 'reference':
      return await variablesAhead(run, await placedOf(run, items.filter(of('variable'))));
    case 'typed':
      return await configurationsAhead(run, await placedOf(run, items.filter(of(stage))));
    case 'trigger':
      return await triggersAhead(run, await placedOf(run, items.filter(of('typed'))));
    case 'teams':
      return await teamsAhead(run, await placedOf(run, items.filter(of(stage))));
    case 'templateTeams':
      return await templateTeamsAhead(run, items);
    case 'folder':
    case 'risk':
    case 'template':
    case 'attachments':
    case 'release':
      return;
  }
}

/**
 * What is made and changed together: things of one kind, of those that have types connections, risk profiles and triggers
 * apart, and variables whose value is a connection from the others.
 */
export type Stage = CodeItem['kind'] | 'reference' | 'risk' | 'trigger';

async function usersAhead({ context, ahead }: CodeRun, items: readonly CodeItem[]): Promise<void> {
  const names = items.filter(of('user')).map(({ title }) => title);
  if (names.length === 0) return;
  const found = await accountsNamed(context.database, names);
  for (const name of names) ahead.users.put(name.toLowerCase(), found.get(name) ?? null);
}

async function rolesAhead({ context, ahead }: CodeRun, items: readonly CodeItem[]): Promise<void> {
  const names = items.filter(of('role')).map(({ title }) => title);
  if (names.length === 0) return;
  const found = await rolesNamed(context.database, names);
  for (const name of names) ahead.roles.put(name.toLowerCase(), found.get(name) ?? null);
}

type Placed<K extends CodeItem['kind']> = readonly (readonly [CodeItemOf<K>, Folder])[];

async function keptAhead({ context, ahead }: CodeRun, placed: Placed<'kept'>): Promise<void> {
  if (placed.length === 0) return;
  const found = await readKeptCode(context.database, idsOf(placed));
  const bodies = new Map(found.map(({ folderId, kind, title, body }) => [keyOf([folderId, kind, title]), body]));
  for (const [{ of: kind, title }, { id }] of placed) {
    const key = keyOf([id, kind, title]);
    ahead.kept.put(key, bodies.get(key) ?? null);
  }
}

async function variablesAhead({ context, ahead }: CodeRun, placed: Placed<'variable'>): Promise<void> {
  if (placed.length === 0) return;
  const found = await sharedVariablesAmong(context.database, idsOf(placed), titlesOf(placed));
  const views = new Map(found.map((view) => [keyIn(view.folderId, view.variable.key), view]));
  for (const [{ title }, { id }] of placed)
    for (const key of [keyIn(null, title), keyIn(id, title)]) ahead.variables.put(key, views.get(key) ?? null);
}

async function configurationsAhead({ context, ahead }: CodeRun, placed: Placed<'typed'>): Promise<void> {
  if (placed.length === 0) return;
  const found = await configurationsAmong(context.database, idsOf(placed), titlesOf(placed));
  const views = Map.groupBy(found, ({ folderId, title }) => keyIn(folderId, title));
  for (const [{ title }, { id }] of placed)
    for (const key of [keyIn(null, title), keyIn(id, title)]) ahead.configurations.put(key, views.get(key) ?? []);
}

async function triggersAhead(run: CodeRun, placed: Placed<'typed'>): Promise<void> {
  if (placed.length === 0) return;
  const { context, ahead } = run;
  const found = await triggersAmong(context.database, idsOf(placed), titlesOf(placed));
  const rows = Map.groupBy(found, ({ trigger }) => keyIn(trigger.folderId, trigger.title));
  for (const [{ title }, { id }] of placed) ahead.triggers.put(keyIn(id, title), rows.get(keyIn(id, title)) ?? []);
  const me = await run.me();
  const seen = await seenTriggers(me, found);
  const answers = (await renderTriggers(context, seen, me)).map(asRead);
  for (const [index, { trigger }] of seen.entries()) ahead.rendered.put(trigger.id, answers[index] ?? {});
  await namingFor(context, me, ...answers);
}

async function teamsAhead({ context, ahead }: CodeRun, placed: Placed<'teams'>): Promise<void> {
  if (placed.length === 0) return;
  for (const [id, teams] of await teamsOfFolders(context.database, idsOf(placed))) ahead.teams.put(id, teams);
}

async function templateTeamsAhead(run: CodeRun, items: readonly CodeItem[]): Promise<void> {
  const { context, ahead } = run;
  const titles = items.filter(of('templateTeams')).map(({ title }) => title);
  if (titles.length === 0) return;
  const found = await templatesAmong(context.database, [rootFolderId], titles);
  const ids = found.map(({ id }) => id);
  const seen = ids.length === 0 ? new Set(ids) : await seenOf(context, ids, await run.me());
  const there = Map.groupBy(
    found.filter(({ id }) => seen.has(id)),
    ({ title }) => title,
  );
  for (const title of titles) {
    const own = (there.get(title) ?? []).map(({ id }) => id);
    ahead.atTop.put(keyIn(rootFolderId, title), own);
  }
  for (const [id, teams] of await teamsOfScopes(context.database, [...seen])) ahead.teams.put(id, teams);
}
