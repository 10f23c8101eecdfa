import { type Message, message, type Warn, warnAt } from '@slipway/domain/messages';
import { isObject, type Json } from '@slipway/domain/model';
import { BadFile, toSingleLine } from '../errors/bad-file.ts';
import { withoutForeignSecrets } from '../template/foreign-secrets.ts';
import { extractAttachments } from './attachments.ts';
import { withoutDefaults } from './defaults.ts';
import type { CodeDocument } from './documents.ts';
import { type CodeItem, type FolderTitles, storedKinds } from './items.ts';
import { normalizeType } from './known-members.ts';
import { permissionItems, roleItems, userItems } from './read-people.ts';
import { readTemplate, readVariable, templateTitle } from './read-template.ts';
import { itemsOf, type Members, membersOf, textIn, textOf } from './read-yaml.ts';
import { requireKnownMembers } from './unknown-members.ts';

/** The maximum number of objects in a set of documents. */
const maxItems = 10_000;

/**
 * Returns the objects in a set of documents, in order. Secrets of other servers, and masks, are omitted with a warning.
 * Throws BadFile.
 */
export function itemsIn(
  documents: readonly CodeDocument[],
  prefix: string,
  warn: Warn = () => {},
): readonly CodeItem[] {
  const items = documents.flatMap((document) => itemsOfDocument(document, prefix, warn));
  if (items.length > maxItems) throw new BadFile(message('code.tooManyItems', { max: maxItems }));
  return items;
}

/** The folder and location of an entry, and the namespaces of types in its document. */
interface EntryContext {
  readonly path: FolderTitles;
  readonly location: string;
  /** the document in warnings */
  readonly document: Message;
  readonly namespaces: readonly string[];
  readonly warn: Warn;
}

function itemsOfDocument(document: CodeDocument, prefix: string, warn: Warn): readonly CodeItem[] {
  const { kind, home, namespace, spec, location, part } = document;
  const context = { path: home, location, document: part, namespaces: [namespace, prefix], warn };
  requireKnownMembers(document, context.namespaces, warn);
  switch (kind) {
    case 'Templates':
    case 'Configurations':
      return [...foldersTo(home), ...entriesIn(spec, context)];
    case 'Permissions':
      return itemsOf(spec, `${location}: spec`).flatMap((entry) =>
        permissionItems(membersOf(entry, location), context),
      );
    case 'Users':
      return itemsOf(spec, `${location}: spec`).map((entry) => userItems(entry, location));
    case 'Roles':
      return itemsOf(spec, `${location}: spec`).map((entry) => roleItems(entry, location));
    case 'Release':
      return (Array.isArray(spec) ? spec : [spec]).map((entry) =>
        releaseItem(membersOf(entry, `${location}: spec`), context),
      );
  }
}

/** Returns the items of a folder and its parents. */
const foldersTo = (path: FolderTitles): readonly CodeItem[] =>
  path.map((_, index) => ({ kind: 'folder', path: path.slice(0, index + 1) }));

const entriesIn = (entries: Json, context: EntryContext): readonly CodeItem[] =>
  itemsOf(entries, `${context.location}: spec`).flatMap((entry) =>
    entryItems(membersOf(entry, `${context.location}: spec`), context),
  );

const folderPath = (rawPath: string): FolderTitles =>
  rawPath.split('/').filter((title) => title !== '' && title !== '.');

function entryItems(entry: Members, context: EntryContext): readonly CodeItem[] {
  const { location, namespaces } = context;
  const type = textIn(entry.type, `${location}: type`);
  const normalizedType = type === null ? null : normalizeType(type, namespaces);
  const folder =
    entry.directory ?? entry.folder ?? (normalizedType === 'rel.Folder' ? (entry.name ?? entry.title) : undefined);
  if (folder !== undefined && templateTitle(entry, context) === null)
    return folderItems(entry, textOf(folder, location), context);
  const title = templateTitle(entry, context);
  if (title !== null) return templateItems(entry, title, context);
  if (Array.isArray(entry.folderVariables))
    return entry.folderVariables.map((variable) =>
      variableItem(membersOf(variable, `${location}: folderVariables`), context),
    );
  const storedSetting = storedItem(entry, context);
  if (storedSetting !== null) return [storedSetting];
  if (normalizedType?.startsWith('rel.') && normalizedType.endsWith('Variable')) return [variableItem(entry, context)];
  if (normalizedType !== null && hasName(entry) && !otherProductTypes.has(normalizedType))
    return [typedItem(entry, normalizedType, context)];
  if (normalizedType !== null) {
    const unsupported = message('document.unsupportedType', { type: toSingleLine(normalizedType) });
    warnAt(context.warn, context.document)(unsupported);
    return [];
  }
  const members = Object.keys(entry)
    .slice(0, 3)
    .map((name) => message('quote.plain', { text: toSingleLine(name) }));
  const path = toSingleLine(location);
  throw new BadFile(
    members.length === 0 ? message('code.emptyItem', { path }) : message('code.notAnItem', { path, members }),
  );
}

/** Settings of other products of the family, which documents may contain. */
const otherProductTypes: ReadonlySet<string> = new Set([
  'rel.Dashboard',
  'rel.BlankDashboard',
  'rel.ThemeSettings',
  'rel.FolderVersioningSettings',
]);

const hasName = ({ name, title }: Members): boolean => (name ?? title ?? null) !== null;

function folderItems({ children, ...entry }: Members, rawPath: string, context: EntryContext): readonly CodeItem[] {
  const path = [...context.path, ...folderPath(rawPath)];
  const ownTriggers = { ...context, path };
  const { gitConnection } = entry;
  const versioning = gitConnection === undefined ? [] : [versioningOf(entry, path)];
  return [...foldersTo(path).slice(context.path.length), ...versioning, ...entriesIn(children ?? [], ownTriggers)];
}

const versioningOf = ({ gitConnection, scmPath, branch }: Members, path: FolderTitles): CodeItem => ({
  kind: 'storedSetting',
  path,
  title: 'versioning',
  of: 'versioning',
  code: withoutDefaults({}, { gitConnection: gitConnection ?? null, scmPath: scmPath ?? null, branch: branch ?? null }),
});

/** Returns the items of a template, its attachments, and the triggers that older documents write into it. */
function templateItems(
  { triggers, releaseTriggers, ...entry }: Members,
  title: string,
  context: EntryContext,
): readonly CodeItem[] {
  const ownTriggers = itemsOf(releaseTriggers ?? triggers, `${context.location}: template '${title}': triggers`);
  const own = [...context.path, title].join('/');
  const { entry: normalizedType, holders } = extractAttachments(entry, `${context.location}: template '${title}'`);
  return [
    {
      kind: 'template',
      path: context.path,
      title,
      code: readTemplate(normalizedType, title, context),
      location: context.location,
    },
    ...(holders.length > 0 ? [{ kind: 'attachments', path: context.path, title, holders } as const] : []),
    ...ownTriggers.map((trigger) => {
      const members = membersOf(trigger, `${context.location}: template '${title}': triggers`);
      const type = normalizeType(textIn(members.type, context.location) ?? '', context.namespaces);
      return typedItem({ template: own, ...members }, type, context);
    }),
  ];
}

function storedItem(entry: Members, { path, location }: EntryContext): CodeItem | null {
  const of = storedKinds.find((candidate) => entry[candidate] !== undefined);
  if (of === undefined) return null;
  const { [of]: rawSetting, ...others } = entry;
  const title = isObject(rawSetting) || Array.isArray(rawSetting) ? of : textOf(rawSetting, `${location}: ${of}`);
  return { kind: 'storedSetting', path, title, of, code: { [of]: rawSetting ?? null, ...others } };
}

function variableItem(entry: Members, context: EntryContext): CodeItem {
  const warn = warnAt(context.warn, context.document);
  const code = readVariable(entry, context.location, { ...context, warn });
  return {
    kind: 'variable',
    path: context.path,
    title: textOf(code.key, context.location),
    code,
    location: context.location,
  };
}

function typedItem(entry: Members, type: string, { path, location, namespaces, warn }: EntryContext): CodeItem {
  const { name, title, id: _, type: __, ...fields } = entry;
  const itemName = textOf(name ?? title, `${location}: ${type}: name`);
  const own = withoutForeignSecrets(fields, warnAt(warn, message('part.named', { title: toSingleLine(itemName) })));
  const members = Object.entries(own).map(([key, value]): [string, Json] => [
    key.replace(/^\^/, ''),
    key === 'variables' ? withPlainTypes(value, namespaces) : value,
  ]);
  return {
    kind: 'typed',
    path,
    title: itemName,
    location,
    code: { name: itemName, type, ...withoutDefaults({}, Object.fromEntries(members)) },
  };
}

/** Normalizes the types of a trigger's variables. */
const withPlainTypes = (variables: Json, namespaces: readonly string[]): Json =>
  Array.isArray(variables)
    ? variables.map((candidate) =>
        isObject(candidate) && typeof candidate.type === 'string'
          ? { ...candidate, type: normalizeType(candidate.type, namespaces) }
          : candidate,
      )
    : variables;

function releaseItem(entry: Members, { path, location }: EntryContext): CodeItem {
  const title = textOf(entry.name ?? entry.title, `${location}: name`);
  textOf(entry.template, `${location}: template`);
  return { kind: 'release', path, title, code: { ...entry, name: title } };
}
