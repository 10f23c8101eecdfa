import type { ImportBody, ImportResult } from '@slipway/api-schema/files';
import { completeTeams } from '@slipway/api-schema/people';
import { templateDraft } from '@slipway/api-schema/plans';
import {
  adaptTemplate,
  type ExternalReferences,
  externalReferencesOf,
  type ReferenceLookup,
} from '@slipway/domain/files';
import { rootFolderId } from '@slipway/domain/ids';
import { limitedWarnings, type Message, message, type Warn } from '@slipway/domain/messages';
import type { TemplateDraft } from '@slipway/domain/model';
import {
  type ExistingPeople,
  importTeams,
  neededToChange,
  type TeamJson,
  teamsIn,
  unknownTeams,
  unknownTeamWarning,
} from '@slipway/domain/people';
import { idsOfTemplate } from '@slipway/domain/plans';
import { limitWarnings, scriptsOfDraft } from '@slipway/domain/scripts';
import type { Person } from '@slipway/engine';
import type { Connection } from '@slipway/persistence/database';
import { readTeamNames } from '@slipway/persistence/people';
import { findTakenIds, lockIds } from '@slipway/persistence/plans';
import { getFolder } from '../folders/find.ts';
import { contextInTransaction, type ResourceContext } from '../model/context.ts';
import { warningsByScript } from '../model/script-warnings.ts';
import type { CredentialCheck } from '../plans/create.ts';
import { parseOptionsFor } from '../plans/parse-options.ts';
import { type ImportOrigin, withSourceIds } from './event-sources.ts';
import {
  type ArchiveFiles,
  createAttachmentImport,
  type FileNaming,
  withAttachments,
  withComments,
} from './import-attachments.ts';
import {
  adaptTrigger,
  foldersOfTriggers,
  importTriggers,
  type RawTrigger,
  triggersIn,
  withImportedRunAs,
} from './import-triggers.ts';
import { findResolvable } from './resolvable-objects.ts';
import { type NamedTemplate, resolveTemplatePaths } from './resolve-paths.ts';

/** A template of a file, parsed by its schema, with warnings about the omitted parts. */
export interface ImportedTemplate {
  readonly body: ImportBody;
  readonly warnings: readonly Message[];
}

/** The templates to import, and the folder that receives them. */
export interface ImportRequest {
  readonly templates: readonly ImportedTemplate[];
  /** the id from the request */
  readonly folderId: string;
  readonly credentialCheck: CredentialCheck | null;
  /** Reads the contents of attachments beside the templates. */
  readonly files: ArchiveFiles;
  readonly naming: FileNaming;
}

/** A template during its import. */
interface ImportItem {
  readonly draft: TemplateDraft;
  readonly teams: readonly TeamJson[];
  readonly triggers: readonly RawTrigger[];
  readonly warnings: readonly Message[];
}

/** Returns the target folder, after the check of the permission to import. Throws NotFound, Forbidden. */
export const folderToImport = (context: Pick<ResourceContext, 'database'>, caller: Person, rawId: string) =>
  getFolder(context.database, rawId, {
    caller,
    anyOf: [rawId === rootFolderId ? neededToChange.newTemplate : neededToChange.template],
  });

/**
 * Creates the templates of a file in one transaction: all or none. Free ids stay. Other ids are replaced everywhere.
 * References to missing objects are omitted and reported (rest-operations.md, what import does). Throws Invalid,
 * Conflict, NotFound, Forbidden.
 */
export async function importTemplates(
  context: ResourceContext,
  caller: Person,
  { templates, folderId, credentialCheck, files, naming }: ImportRequest,
): Promise<readonly ImportResult[]> {
  const { path, id } = await folderToImport(context, caller, folderId);
  const parseOptions = await parseOptionsFor(context);
  const importItems: ImportItem[] = [];
  const attachmentImport = createAttachmentImport({ database: context.database, files, naming });
  for (const { body, warnings } of templates) {
    const collected = [...warnings];
    const warn: Warn = (warning) => void collected.push(warning);
    const triggers = triggersIn(body.releaseTriggers ?? []);
    const withoutParts = await withImportedRunAs(
      templateDraft(withoutAttachments(body), parseOptions),
      caller,
      credentialCheck,
      warn,
    );
    const draft = await withAttachments(attachmentImport, withComments(withoutParts, body, caller, warn), body, warn);
    importItems.push({ draft, teams: completeTeams(body.teams), triggers, warnings: collected });
  }
  const types = await context.plugins.current();
  const answers = await context.engine.transaction(async (transaction) => {
    const transactionContext = contextInTransaction(context, transaction, types);
    return await createImported(transactionContext, await transaction.person(caller), importItems, { id, path });
  });
  return await withCompileWarnings(context, answers, importItems);
}

/** Adds warnings about the scripts of each template to the responses. */
async function withCompileWarnings(
  context: ResourceContext,
  answers: readonly ImportResult[],
  importItems: readonly ImportItem[],
): Promise<readonly ImportResult[]> {
  const scripts = importItems.map(({ draft }) => scriptsOfDraft(draft));
  const warningsOfScripts = await warningsByScript(context, scripts.flat());
  if (warningsOfScripts.size === 0) return answers;
  return answers.map((answer, index) => {
    const lines = (scripts[index] ?? []).flatMap((script) => warningsOfScripts.get(script) ?? []);
    return { ...answer, warnings: [...answer.warnings, ...limitWarnings(lines)] };
  });
}

/** Removes the list of attachments. An import creates only attachments whose contents are in the file. */
const withoutAttachments = ({ attachments: _, releaseTriggers: __, ...body }: ImportBody) => body;

async function createImported(
  context: ResourceContext,
  caller: Person,
  unresolvedItems: readonly ImportItem[],
  folder: { readonly id: string; readonly path: readonly string[] },
): Promise<readonly ImportResult[]> {
  const importItems = await resolveNames(context, { person: caller, path: folder.path }, unresolvedItems);
  const ownIds = importItems.flatMap(({ draft }) => idsOfTemplate(draft));
  await lockFreeIds(context.database, importItems, ownIds);
  const { known: resolvable, people } = await findResolvable(
    context,
    caller,
    referencesOf(importItems),
    new Set(ownIds),
  );
  const adaptedParts = importItems.map((importItem) => adaptItem(importItem, resolvable));
  const created = await context.engine.createTemplates(
    adaptedParts.map(({ draft, teams }) => ({ draft, folderId: folder.id, draftTeams: teams })),
    caller,
  );
  const answers: ImportResult[] = [];
  const folderTeamNames = folder.id === rootFolderId ? null : await readTeamNames(context.database, folder.id);
  for (const [index, { release }] of created.entries()) {
    const { draft, teams = [], triggers = [], warnings = [] } = adaptedParts[index] ?? {};
    const references = (draft?.phases ?? []).flatMap(({ tasks = [] }) => teamsIn(tasks));
    const unknown = unknownTeams(references, folderTeamNames).map(unknownTeamWarning);
    const collected = [...warnings, ...unknown, ...teamWarnings(teams, folder.id, people)];
    const target = { templateId: release.id, folderId: folder.id };
    await importTriggers(context, caller, triggers, target, (warning) => collected.push(warning));
    answers.push({
      id: hyphenId([...folder.path, release.id]),
      title: release.title,
      warnings: capWarnings(collected),
    });
  }
  return answers;
}

/**
 * Makes concurrent imports of the same file wait for each other if one of its ids is free. If all are in use, each
 * gets new ids without waiting.
 */
async function lockFreeIds(
  connection: Connection,
  importItems: readonly ImportItem[],
  ownIds: readonly string[],
): Promise<void> {
  const usedIds = new Set(await findTakenIds(connection, ownIds));
  const free = importItems.filter(({ draft }) => idsOfTemplate(draft).some((id) => !usedIds.has(id)));
  const ids = free.flatMap(({ draft: { id } }) => id ?? []);
  await lockIds(connection, ids);
}

/** Replaces references by title or by a path of titles with ids. */
async function resolveNames(
  context: ResourceContext,
  from: ImportOrigin,
  unresolved: readonly ImportItem[],
): Promise<ImportItem[]> {
  const collected = unresolved.map(({ warnings }) => [...warnings]);
  const withWarn = (references: readonly NamedTemplate[]) =>
    references.map((item, n) => ({ ...item, warn: (warning: Message) => void collected[n]?.push(warning) }));
  const withPaths = await resolveTemplatePaths(context, from.person, withWarn(unresolved));
  const references = await withSourceIds(context, from, withWarn(withPaths));
  return unresolved.map((importItem, n) => ({ ...importItem, ...references[n], warnings: collected[n] ?? [] }));
}

function referencesOf(importItems: readonly ImportItem[]): ExternalReferences {
  const {
    users,
    roles,
    objects: things,
    configurations,
    riskProfiles,
  } = externalReferencesOf(importItems.map(({ draft }) => draft));
  const folders = foldersOfTriggers(importItems.flatMap(({ triggers }) => triggers));
  const teams = importItems.flatMap((importItem) => importItem.teams);
  return {
    users: new Set([...users, ...teams.flatMap(({ members }) => members)]),
    roles: new Set([...roles, ...teams.flatMap((team) => team.roles)]),
    objects: new Set([...things, ...folders]),
    configurations,
    riskProfiles,
  };
}

function adaptItem(
  { draft: unresolvedItems, teams, triggers, warnings }: ImportItem,
  resolvable: ReferenceLookup,
): ImportItem {
  const collected = [...warnings];
  const { draft, warnings: adaptWarnings } = adaptTemplate(unresolvedItems, resolvable);
  collected.push(...adaptWarnings);
  const adaptedParts = triggers.map((trigger) =>
    adaptTrigger(trigger, resolvable, (warning) => collected.push(warning)),
  );
  return { draft, teams, triggers: adaptedParts, warnings: collected };
}

const teamWarnings = (teams: readonly TeamJson[], folderId: string, resolvable: ExistingPeople): readonly Message[] =>
  importTeams(
    teams,
    folderId === rootFolderId ? { kind: 'top', people: resolvable, creator: null } : { kind: 'folder' },
    () => '',
  ).warnings;

/**
 * Returns the hyphen form of an id without the root, as clients of imports expect it (rest-operations.md, import
 * answer).
 */
const hyphenId = (path: readonly string[]): string => path.filter((id) => id !== rootFolderId).join('-');

/** The maximum number of warnings in one response for a template. */
const maxWarnings = 1_000;

const capWarnings = (warnings: readonly Message[]): readonly Message[] =>
  limitedWarnings(warnings, maxWarnings, (count) => message('import.more', { count }));
