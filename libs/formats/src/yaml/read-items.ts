import { isObject, type Json } from '@slipway/domain';
import { BadFile, inLine } from '../refusal/bad-file.ts';
import { withoutForeignSecrets } from '../template/foreign-secrets.ts';
import { attachmentsApart } from './attachments.ts';
import { beyond } from './defaults.ts';
import type { CodeDocument } from './documents.ts';
import type { CodeItem, FolderTitles } from './items.ts';
import { keptKinds } from './items.ts';
import { permissionItems, roleItems, userItems } from './read-people.ts';
import { readTemplate, readVariable, templateTitle } from './read-template.ts';
import { itemsOf, type Members, membersOf, textIn, textOf } from './read-yaml.ts';
import { plainType } from './type-names.ts';
import { requireKnownMembers } from './unknown-members.ts';

/** How many things one set may ask for. */
const mostItems = 10_000;

/**
 * The objects in a set of documents, in order. Secrets of other servers, and masks, are left out with a warning.
 * Throws BadFile.
 */
export function itemsIn(
  documents: readonly CodeDocument[],
  prefix: string,
  warn: (what: string) => void = () => {},
): readonly CodeItem[] {
  const items = documents.flatMap((document) => itemsOfDocument(document, prefix, warn));
  if (items.length > mostItems) throw new BadFile(`documents may ask for at most ${mostItems} things`);
  return items;
}

/** The position of an entry, and the prefixes of types in its document. */
interface At {
  readonly path: FolderTitles;
  readonly where: string;
  readonly namespaces: readonly string[];
  readonly warn: (what: string) => void;
}

function itemsOfDocument(document: CodeDocument, prefix: string, warn: At['warn']): readonly CodeItem[] {
  const { kind, home, namespace, spec, where } = document;
  const at = { path: home, where, namespaces: [namespace, prefix], warn };
  requireKnownMembers(document, at.namespaces, warn);
  switch (kind) {
    case 'Templates':
    case 'Configurations':
      return [...foldersTo(home), ...entriesIn(spec, at)];
    case 'Permissions':
      return itemsOf(spec, `${where}: spec`).flatMap((entry) => permissionItems(membersOf(entry, where), at));
    case 'Users':
      return itemsOf(spec, `${where}: spec`).map((entry) => userItems(entry, where));
    case 'Roles':
      return itemsOf(spec, `${where}: spec`).map((entry) => roleItems(entry, where));
    case 'Release':
      return (Array.isArray(spec) ? spec : [spec]).map((entry) => releaseItem(membersOf(entry, `${where}: spec`), at));
  }
}

/** A folder and those around it. */
const foldersTo = (path: FolderTitles): readonly CodeItem[] =>
  path.map((_, index) => ({ kind: 'folder', path: path.slice(0, index + 1) }));

const entriesIn = (entries: Json, at: At): readonly CodeItem[] =>
  itemsOf(entries, `${at.where}: spec`).flatMap((entry) => entryItems(membersOf(entry, `${at.where}: spec`), at));

const folderPath = (written: string): FolderTitles =>
  written.split('/').filter((title) => title !== '' && title !== '.');

function entryItems(entry: Members, at: At): readonly CodeItem[] {
  const { where, namespaces } = at;
  const type = textIn(entry.type, `${where}: type`);
  const plain = type === null ? null : plainType(type, namespaces);
  const folder = entry.directory ?? entry.folder ?? (plain === 'rel.Folder' ? (entry.name ?? entry.title) : undefined);
  if (folder !== undefined && templateTitle(entry, at) === null) return folderItems(entry, textOf(folder, where), at);
  const title = templateTitle(entry, at);
  if (title !== null) return templateItems(entry, title, at);
  const kept = keptItem(entry, at);
  if (kept !== null) return [kept];
  if (plain?.startsWith('rel.') && plain.endsWith('Variable')) return [variableItem(entry, at)];
  if (plain !== null && hasName(entry) && !elsewhere.has(plain)) return [typedItem(entry, plain, at)];
  if (plain !== null) {
    at.warn(`${inLine(where)}: ${inLine(plain)} is ignored: it is not kept here, or has no name`);
    return [];
  }
  const names = Object.keys(entry).slice(0, 3).map(inLine).join(', ');
  throw new BadFile(
    `${inLine(where)}: an entry with ${names || 'nothing'} is no folder, template or other thing with a type`,
  );
}

/** Settings of other products of the family, which documents hold beside plans. */
const elsewhere: ReadonlySet<string> = new Set(['rel.Dashboard', 'rel.ThemeSettings', 'rel.FolderVersioningSettings']);

const hasName = ({ name, title }: Members): boolean => (name ?? title ?? null) !== null;

function folderItems({ children, ...entry }: Members, written: string, at: At): readonly CodeItem[] {
  const path = [...at.path, ...folderPath(written)];
  const inside = { ...at, path };
  const { gitConnection } = entry;
  const versioning = gitConnection === undefined ? [] : [versioningOf(entry, path)];
  return [...foldersTo(path).slice(at.path.length), ...versioning, ...entriesIn(children ?? [], inside)];
}

const versioningOf = ({ gitConnection, scmPath, branch }: Members, path: FolderTitles): CodeItem => ({
  kind: 'kept',
  path,
  title: 'versioning',
  of: 'versioning',
  code: beyond({}, { gitConnection: gitConnection ?? null, scmPath: scmPath ?? null, branch: branch ?? null }),
});

/** A template, and the triggers that an older document writes into it. */
function templateItems({ triggers, releaseTriggers, ...entry }: Members, title: string, at: At): readonly CodeItem[] {
  const inside = itemsOf(releaseTriggers ?? triggers, `${at.where}: template '${title}': triggers`);
  const own = [...at.path, title].join('/');
  const { entry: plain, holders } = attachmentsApart(entry, `${at.where}: template '${title}'`);
  return [
    { kind: 'template', path: at.path, title, code: readTemplate(plain, title, at), where: at.where },
    ...(holders.length > 0 ? [{ kind: 'attachments', path: at.path, title, holders } as const] : []),
    ...inside.map((trigger) => {
      const members = membersOf(trigger, `${at.where}: template '${title}': triggers`);
      const type = plainType(textIn(members.type, at.where) ?? '', at.namespaces);
      return typedItem({ template: own, ...members }, type, at);
    }),
  ];
}

function keptItem(entry: Members, { path, where }: At): CodeItem | null {
  const of = keptKinds.find((each) => entry[each] !== undefined);
  if (of === undefined) return null;
  const { [of]: said, ...others } = entry;
  const title = isObject(said) || Array.isArray(said) ? of : textOf(said, `${where}: ${of}`);
  return { kind: 'kept', path, title, of, code: { [of]: said ?? null, ...others } };
}

function variableItem(entry: Members, at: At): CodeItem {
  const code = readVariable(entry, at.where, at);
  return { kind: 'variable', path: at.path, title: textOf(code.key, at.where), code, where: at.where };
}

function typedItem(entry: Members, type: string, { path, where, namespaces, warn }: At): CodeItem {
  const { name, title, id: _, type: __, ...fields } = entry;
  const called = textOf(name ?? title, `${where}: ${type}: name`);
  const own = withoutForeignSecrets(fields, (what) => warn(`${inLine(`'${called}'`)}: ${what}`));
  const members = Object.entries(own).map(([key, value]): [string, Json] => [
    key.replace(/^\^/, ''),
    key === 'variables' ? withPlainTypes(value, namespaces) : value,
  ]);
  return {
    kind: 'typed',
    path,
    title: called,
    where,
    code: { name: called, type, ...beyond({}, Object.fromEntries(members)) },
  };
}

/** The variables of a trigger with types as they are understood everywhere. */
const withPlainTypes = (variables: Json, namespaces: readonly string[]): Json =>
  Array.isArray(variables)
    ? variables.map((each) =>
        isObject(each) && typeof each.type === 'string' ? { ...each, type: plainType(each.type, namespaces) } : each,
      )
    : variables;

function releaseItem(entry: Members, { path, where }: At): CodeItem {
  const title = textOf(entry.name ?? entry.title, `${where}: name`);
  textOf(entry.template, `${where}: template`);
  return { kind: 'release', path, title, code: { ...entry, name: title } };
}
