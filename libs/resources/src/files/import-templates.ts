import {
  fitted,
  importedTeams,
  type Known,
  type KnownPeople,
  type NamedElsewhere,
  namedElsewhere,
  neededToChange,
  rootFolderId,
  scriptsOfDraft,
  someWarnings,
  type TeamInJson,
  type TemplateDraft,
  teamsIn,
  unknownTeams,
  unknownTeamWarning,
} from '@slipway/domain';
import { idsOfTemplate, type Person } from '@slipway/engine';
import { type Connection, lockIds, takenIds, teamNamesAt } from '@slipway/persistence';
import { type ImportAnswer, type ImportedBody, teamsBrought, templateDraft } from '@slipway/wire';
import { folderNamed } from '../folders/find.ts';
import type { ResourceContext } from '../model/context.ts';
import { readingOf } from '../plans/reading.ts';
import type { ProvesUser } from '../plans/run-as.ts';
import { warningsByScript } from '../scripts/script-warnings.ts';
import { bringingFrom, type FileNaming, type FilesBeside, withAttachments } from './bring-attachments.ts';
import { withComments } from './bring-comments.ts';
import { bringTriggers, fittedTrigger, foldersNamedBy, triggersIn, type WrittenTrigger } from './bring-triggers.ts';
import { type From, withSourceIds } from './event-sources.ts';
import { knownHere } from './known-here.ts';
import { type Named, withPathsResolved } from './resolve-paths.ts';
import { withRunAs } from './run-as-brought.ts';

/** A template of a file, read by its schema, and what of it was left out so far. */
export interface Brought {
  readonly body: ImportedBody;
  readonly warnings: readonly string[];
}

/** The templates to import, and the target folder. */
export interface ImportOrder {
  readonly templates: readonly Brought[];
  /** as it was written */
  readonly folderId: string;
  readonly proves: ProvesUser | null;
  /** Reads the contents of attachments beside the templates. */
  readonly files: FilesBeside;
  readonly naming: FileNaming;
}

/** One of them on its way. */
interface Arrival {
  readonly draft: TemplateDraft;
  readonly teams: readonly TeamInJson[];
  readonly triggers: readonly WrittenTrigger[];
  readonly warnings: readonly string[];
}

/** The target folder, with the permission to import. Throws NotFound, Forbidden. */
export const folderToImport = (context: Pick<ResourceContext, 'database'>, caller: Person, written: string) =>
  folderNamed(context.database, written, {
    caller,
    anyOf: [written === rootFolderId ? neededToChange.newTemplate : neededToChange.template],
  });

/**
 * Creates the templates of a file in one transaction: all of them or none. Ids are kept if they are free, else
 * replaced everywhere. References to missing objects are left out and reported (rest-operations.md, what import does).
 * Throws Invalid, Conflict, NotFound, Forbidden.
 */
export async function importTemplates(
  context: ResourceContext,
  caller: Person,
  { templates, folderId, proves, files, naming }: ImportOrder,
): Promise<readonly ImportAnswer[]> {
  const { path, id } = await folderToImport(context, caller, folderId);
  const reading = await readingOf(context);
  const arrivals: Arrival[] = [];
  const bringing = bringingFrom({ database: context.database, files, naming });
  for (const { body, warnings } of templates) {
    const said = [...warnings];
    const warn = (what: string): void => void said.push(what);
    const triggers = triggersIn(body.releaseTriggers ?? []);
    const bare = await withRunAs(templateDraft(withoutAttachments(body), reading), caller, proves, warn);
    const draft = await withAttachments(bringing, withComments(bare, body, caller, warn), body, warn);
    arrivals.push({ draft, teams: teamsBrought(body.teams), triggers, warnings: said });
  }
  const types = await context.plugins.current();
  const answers = await context.engine.together(async (inside) => {
    // nothing else may ask the database by now, and no script runner either
    const plugins = { ...context.plugins, current: async () => types };
    const engine = { ...context.engine, ...inside };
    const within = { ...context, engine, database: inside.database, plugins, scripts: undefined, egress: undefined };
    return await arrive(within, await inside.person(caller), arrivals, { id, path });
  });
  return await withScriptsCompiled(context, answers, arrivals);
}

/** The answers with warnings about the scripts of each template. */
async function withScriptsCompiled(
  context: ResourceContext,
  answers: readonly ImportAnswer[],
  arrivals: readonly Arrival[],
): Promise<readonly ImportAnswer[]> {
  const scripts = arrivals.map(({ draft }) => scriptsOfDraft(draft));
  const found = await warningsByScript(context, scripts.flat());
  if (found.size === 0) return answers;
  return answers.map((answer, index) => {
    const lines = (scripts[index] ?? []).flatMap((script) => found.get(script) ?? []);
    return { ...answer, warnings: [...answer.warnings, ...someWarnings(lines)] };
  });
}

/** Attachments count only if the file contains their contents. */
const withoutAttachments = ({ attachments: _, releaseTriggers: __, ...body }: ImportedBody) => body;

async function arrive(
  context: ResourceContext,
  caller: Person,
  brought: readonly Arrival[],
  folder: { readonly id: string; readonly path: readonly string[] },
): Promise<readonly ImportAnswer[]> {
  const arrivals = await resolved(context, { person: caller, path: folder.path }, brought);
  const own = arrivals.flatMap(({ draft }) => idsOfTemplate(draft));
  await lockFree(context.database, arrivals, own);
  const { known, people } = await knownHere(context, caller, namedBy(arrivals), new Set(own));
  const fit = arrivals.map((arrival) => fittedArrival(arrival, known));
  const made = await context.engine.createTemplates(
    fit.map(({ draft, teams }) => ({ draft, folderId: folder.id, brought: teams })),
    caller,
  );
  const answers: ImportAnswer[] = [];
  const ofFolder = folder.id === rootFolderId ? null : await teamNamesAt(context.database, folder.id);
  for (const [index, { release }] of made.entries()) {
    const { draft, teams = [], triggers = [], warnings = [] } = fit[index] ?? {};
    const named = (draft?.phases ?? []).flatMap(({ tasks = [] }) => teamsIn(tasks));
    const unknown = unknownTeams(named, ofFolder).map(unknownTeamWarning);
    const said = [...warnings, ...unknown, ...teamWarnings(teams, folder.id, people)];
    const place = { templateId: release.id, folderId: folder.id };
    await bringTriggers(context, caller, triggers, place, (what) => said.push(what));
    answers.push({ id: inHyphens([...folder.path, release.id]), title: release.title, warnings: atMost(said) });
  }
  return answers;
}

/**
 * Makes concurrent imports of the same file wait for each other if one of its ids is free. If all are in use, each
 * gets new ids without waiting.
 */
async function lockFree(connection: Connection, arrivals: readonly Arrival[], own: readonly string[]): Promise<void> {
  const taken = new Set(await takenIds(connection, own));
  const free = arrivals.filter(({ draft }) => idsOfTemplate(draft).some((id) => !taken.has(id)));
  const ids = free.flatMap(({ draft: { id } }) => id ?? []);
  await lockIds(connection, ids);
}

/** The same with what they name by titles, and by paths of these. */
async function resolved(context: ResourceContext, from: From, all: readonly Arrival[]): Promise<Arrival[]> {
  const said = all.map(({ warnings }) => [...warnings]);
  const telling = (named: readonly Named[]) =>
    named.map((each, n) => ({ ...each, warn: (what: string) => void said[n]?.push(what) }));
  const placed = await withPathsResolved(context, from.person, telling(all));
  const named = await withSourceIds(context, from, telling(placed));
  return all.map((arrival, n) => ({ ...arrival, ...named[n], warnings: said[n] ?? [] }));
}

function namedBy(arrivals: readonly Arrival[]): NamedElsewhere {
  const { users, roles, things, configurations, riskProfiles } = namedElsewhere(arrivals.map(({ draft }) => draft));
  const folders = foldersNamedBy(arrivals.flatMap(({ triggers }) => triggers));
  const teams = arrivals.flatMap((arrival) => arrival.teams);
  return {
    users: new Set([...users, ...teams.flatMap(({ members }) => members)]),
    roles: new Set([...roles, ...teams.flatMap((team) => team.roles)]),
    things: new Set([...things, ...folders]),
    configurations,
    riskProfiles,
  };
}

function fittedArrival({ draft: brought, teams, triggers, warnings }: Arrival, known: Known): Arrival {
  const said = [...warnings];
  const { draft, warnings: fitting } = fitted(brought, known);
  said.push(...fitting);
  const fit = triggers.map((trigger) => fittedTrigger(trigger, known, (what) => said.push(what)));
  return { draft, teams, triggers: fit, warnings: said };
}

const teamWarnings = (teams: readonly TeamInJson[], folderId: string, known: KnownPeople): readonly string[] =>
  importedTeams(teams, folderId === rootFolderId ? { kind: 'top', known, creator: null } : { kind: 'folder' }, () => '')
    .warnings;

/** The hyphen form of an id, as clients of imports expect it: without the root (rest-operations.md, import answer). */
const inHyphens = (path: readonly string[]): string => path.filter((id) => id !== rootFolderId).join('-');

/** The maximum number of warnings in one response for a template. */
const mostWarnings = 1_000;

const atMost = (warnings: readonly string[]): readonly string[] =>
  warnings.length <= mostWarnings
    ? warnings
    : [...warnings.slice(0, mostWarnings), `and ${warnings.length - mostWarnings} more`];
