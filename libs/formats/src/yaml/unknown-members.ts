import { type Message, message, type Warn, warnAt } from '@slipway/domain/messages';
import { isObject, type Json } from '@slipway/domain/model';
import { isTriggerType } from '@slipway/domain/triggers';
import { BadFile, toSingleLine } from '../errors/bad-file.ts';
import type { CodeDocument } from './documents.ts';
import { type KnownMembers, knownMembers, membersOfTask, normalizeTaskType, normalizeType } from './known-members.ts';
import { lineOfMember, type MemberPath } from './member-line.ts';
import { templateTitle } from './read-template.ts';
import type { Members } from './read-yaml.ts';

/** An unknown member, and a similar known name or null. */
interface UnknownMember {
  readonly path: MemberPath;
  readonly name: string;
  readonly part: Message;
  readonly suggestion: string | null;
}

/** The maximum number of warnings. */
const maxWarnings = 100;
const maxEdits = 2;

/**
 * Compares the members of a document with the known ones. Throws BadFile for a name within two edits of a known one,
 * because a typing error would lose data. Warns about other unknown names.
 */
export function requireKnownMembers(document: CodeDocument, namespaces: readonly string[], warn: Warn): void {
  const unknown: UnknownMember[] = [];
  for (const member of unknownMembers(document, namespaces)) {
    if (member.suggestion !== null) throw misspellingError(document, member, member.suggestion);
    unknown.push(member);
    if (unknown.length > maxWarnings) break;
  }
  const warnHere = warnAt(warn, document.part);
  for (const { name, part } of unknown.slice(0, maxWarnings))
    warnAt(warnHere, part)(message('document.unknownMember', { member: toSingleLine(name) }));
}

function misspellingError(
  { source, location }: CodeDocument,
  { path, name, part }: UnknownMember,
  suggestion: string,
): BadFile {
  const line = lineOfMember(source, path);
  const unknown = { path: toSingleLine(location), part, name: toSingleLine(name), suggestion };
  return new BadFile(
    line === null ? message('yaml.unknownMember', unknown) : message('yaml.unknownMemberInLine', { ...unknown, line }),
  );
}

interface Walk {
  readonly namespaces: readonly string[];
  readonly path: MemberPath;
}

const walkInto = (walk: Walk, ...steps: MemberPath): Walk => ({ ...walk, path: [...walk.path, ...steps] });

function* unknownMembers(
  { kind, members, spec }: CodeDocument,
  namespaces: readonly string[],
): Generator<UnknownMember> {
  const root: Walk = { namespaces, path: [] };
  yield* unknownIn(members, knownMembers.document, message('part.document'), root);
  yield* unknownIn(members.metadata, knownMembers.metadata, message('part.metadata'), walkInto(root, 'metadata'));
  const top = walkInto(root, 'spec');
  switch (kind) {
    case 'Templates':
    case 'Configurations':
      return yield* unknownInEntries(spec, top);
    case 'Permissions':
      return yield* eachOf(spec, top, unknownInPermissions);
    case 'Users':
      return yield* eachOf(spec, top, (item, walk) => unknownIn(item, knownMembers.user, message('part.user'), walk));
    case 'Roles':
      return yield* eachOf(spec, top, (item, walk) => unknownIn(item, knownMembers.role, message('part.role'), walk));
    case 'Release': {
      if (Array.isArray(spec))
        return yield* eachOf(spec, top, (item, walk) =>
          unknownIn(item, knownMembers.release, message('part.release'), walk),
        );
      return yield* unknownIn(spec, knownMembers.release, message('part.release'), top);
    }
  }
}

/** Returns the title of a part for messages, from a value of any type. */
const titled = (value: Json | undefined) => ({ title: toSingleLine(String(value)) });
const variablePart = ({ key }: Members): Message => message('part.variable', { key: toSingleLine(String(key)) });

type Visit = (item: Members, walk: Walk) => Generator<UnknownMember>;

function* eachOf(items: Json | undefined, walk: Walk, visit: Visit): Generator<UnknownMember> {
  if (!Array.isArray(items)) return;
  for (const [index, item] of items.entries()) if (isObject(item)) yield* visit(item, walkInto(walk, index));
}

const unknownInEntries = (entries: Json | undefined, walk: Walk): Generator<UnknownMember> =>
  eachOf(entries, walk, unknownInEntry);

function* unknownInEntry(entry: Members, walk: Walk): Generator<UnknownMember> {
  const { namespaces } = walk;
  const title = templateTitle(entry, { namespaces });
  if (title !== null) return yield* unknownInTemplate(entry, title, walk);
  const type = typeof entry.type === 'string' ? normalizeType(entry.type, namespaces) : null;
  const folder = entry.directory ?? entry.folder ?? (type === 'rel.Folder' ? (entry.name ?? entry.title) : undefined);
  if (folder !== undefined) {
    yield* unknownIn(entry, knownMembers.folder, message('part.folder', titled(folder)), walk);
    return yield* unknownInEntries(entry.children, walkInto(walk, 'children'));
  }
  if (Array.isArray(entry.folderVariables)) {
    yield* unknownIn(entry, knownMembers.folderVariables, message('part.document'), walk);
    return yield* eachOf(entry.folderVariables, walkInto(walk, 'folderVariables'), (item, at) =>
      unknownIn(item, knownMembers.variable, variablePart(item), at),
    );
  }
  if (type?.startsWith('rel.') && type.endsWith('Variable'))
    yield* unknownIn(entry, knownMembers.variable, variablePart(entry), walk);
  else yield* unknownInTrigger(entry, walk);
}

/** Yields the unknown members of built-in triggers. Triggers of plugins have custom properties. */
function* unknownInTrigger(entry: Members, walk: Walk): Generator<UnknownMember> {
  if (typeof entry.type !== 'string' || !isTriggerType(entry.type)) return;
  yield* unknownIn(entry, knownMembers.trigger, message('part.trigger', titled(entry.name ?? entry.title)), walk);
}

function* unknownInTemplate(entry: Members, title: string, walk: Walk): Generator<UnknownMember> {
  yield* unknownIn(entry, knownMembers.template, message('part.template', titled(title)), walk);
  yield* eachOf(entry.variables, walkInto(walk, 'variables'), (item, at) =>
    unknownIn(item, knownMembers.variable, variablePart(item), at),
  );
  for (const name of ['triggers', 'releaseTriggers'])
    yield* eachOf(entry[name], walkInto(walk, name), unknownInTrigger);
  yield* eachOf(entry.phases, walkInto(walk, 'phases'), function* inPhase(item, at) {
    yield* unknownIn(
      item,
      knownMembers.phase,
      message('part.phase', titled(item.phase ?? item.name ?? item.title)),
      at,
    );
    yield* eachOf(item.tasks, walkInto(at, 'tasks'), unknownInTask);
  });
}

function* unknownInTask(task: Members, walk: Walk): Generator<UnknownMember> {
  const type = normalizeTaskType(typeof task.type === 'string' ? task.type : 'Task', walk.namespaces);
  const knownNames = membersOfTask(type);
  const part = message('part.task', titled(task.name ?? task.task ?? task.title));
  if (knownNames !== null) yield* unknownIn(task, knownNames, part, walk);
  yield* eachOf(task.tasks, walkInto(walk, 'tasks'), unknownInTask);
}

function* unknownInPermissions(entry: Members, walk: Walk): Generator<UnknownMember> {
  yield* unknownIn(entry, knownMembers.permissions, message('part.permissions'), walk);
  yield* eachOf(entry.teams, walkInto(walk, 'teams'), (team, at) =>
    unknownIn(team, knownMembers.team, message('part.team', titled(team.name ?? team.teamName)), at),
  );
}

function* unknownIn(
  item: Json | undefined,
  { allowed, ignored }: KnownMembers,
  part: Message,
  { path }: Walk,
): Generator<UnknownMember> {
  if (!isObject(item)) return;
  for (const name of Object.keys(item)) {
    // A name after `^` is a property of a plugin.
    if (allowed.includes(name) || ignored.includes(name) || name.startsWith('^')) continue;
    yield { path: [...path, name], name, part, suggestion: nearest(name, allowed) };
  }
}

/**
 * Returns the known name with the fewest edits, at most two, or null. A name without a common letter is not similar.
 */
function nearest(name: string, knownNames: readonly string[]): string | null {
  const candidates = knownNames
    .map((candidate) => ({ each: candidate, edits: editsBetween(name, candidate) }))
    .filter(({ each: candidate, edits }) => edits <= maxEdits && edits < Math.min(name.length, candidate.length))
    .sort((a, b) => a.edits - b.edits);
  return candidates[0]?.each ?? null;
}

/** Returns the Levenshtein distance, or a number above two for a greater distance. */
function editsBetween(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > maxEdits) return maxEdits + 1;
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (const [at, letter] of [...a].entries()) {
    const next = [at + 1];
    for (let to = 1; to <= b.length; to += 1) {
      const replaced = (row[to - 1] ?? 0) + (b[to - 1] === letter ? 0 : 1);
      next.push(Math.min(replaced, (row[to] ?? 0) + 1, (next[to - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? maxEdits + 1;
}
