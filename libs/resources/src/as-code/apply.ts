import { setImmediate } from 'node:timers/promises';
import { Invalid, isTriggerType, NotFound } from '@slipway/domain';
import type { Person } from '@slipway/engine';
import type { CodeItem, CodeItemOf, Members } from '@slipway/formats';
import { type Actor, allowPauses, type Connection, touch } from '@slipway/persistence';
import { isTriggerRoot } from '@slipway/plugins';
import { readType } from '@slipway/wire';
import type { ResourceContext } from '../model/context.ts';
import type { Passwords } from '../people/asking.ts';
import type { ProvesUser } from '../plans/run-as.ts';
import { applyAttachments } from './attachments.ts';
import { applyAgain, applyConfiguration } from './configurations.ts';
import { requireDistinctItems } from './distinct.ts';
import { type CodeEffect, effectsOf } from './effects/effects.ts';
import { applyFolder, applyKept } from './folders.ts';
import { unknownTeamWarnings } from './naming/unknown-teams.ts';
import { makeNewTemplates } from './new-templates.ts';
import { applyRole, applyTeams, applyUser } from './people.ts';
import { provenAhead } from './proven-ahead.ts';
import { inGroups, readAhead, readFoldersAhead, type Stage } from './read-ahead.ts';
import { applyRelease } from './releases.ts';
import { applyRiskProfile, riskProfileType } from './risk-profiles.ts';
import { type CalledFrom, type CodeChange, type CodeRun, keyOf, newReadAhead, pathOf } from './run/run.ts';
import { settleTemplates } from './settled-templates.ts';
import { applyTemplateTeams } from './template-teams.ts';
import { applyTemplate } from './templates.ts';
import { applyTrigger } from './triggers.ts';
import { applyVariable } from './variables.ts';

/** Who applies documents, and how users and passwords are checked. */
export interface CodeOrder {
  readonly caller: Person;
  readonly actor: Actor;
  readonly proves: ProvesUser;
  readonly passwords: Passwords;
}

/** The result of a set of documents: the changes, and their effects on live objects. */
export interface CodeReport {
  readonly changes: readonly CodeChange[];
  readonly effects: readonly CodeEffect[];
  /** what of the documents has no effect as it is */
  readonly warnings: readonly string[];
}

/** Changes of these kinds may change the permissions of the caller. */
const ofRights: ReadonlySet<CodeChange['kind']> = new Set(['Folder', 'Teams', 'Role', 'User']);

/** In this order things are made, so that what others refer to is there. */
const stages: readonly Stage[] = [
  'user',
  'role',
  'folder',
  'kept',
  'variable',
  'typed',
  'risk',
  'reference',
  'template',
  'attachments',
  'trigger',
  'teams',
  'templateTeams',
  'release',
];

/**
 * Applies documents in one transaction: all of them or none. With `undo` all changes are rolled back, and the report
 * contains the changes of an apply (plan-is-apply.md). Throws Invalid, NotFound, Forbidden, Conflict.
 */
export async function applyCode(
  context: ResourceContext,
  order: CodeOrder,
  items: readonly CodeItem[],
  ending: 'keep' | 'undo',
): Promise<CodeReport> {
  const proves = await provenAhead(order, items);
  const types = await context.plugins.current();
  requireDistinctItems(items, stageOf);
  return await asInvalid(
    context.engine.together(async (inside) => {
      await allowPauses(inside.database, longestPauseMs);
      // nothing else may ask the database by now, and no script runner either
      const plugins = { ...context.plugins, current: async () => types };
      const engine = { ...context.engine, ...inside };
      const within = { ...context, engine, database: inside.database, plugins, scripts: undefined, egress: undefined };
      const changes: CodeChange[] = [];
      const run = newRun(within, { ...order, proves, person: inside.person }, { items, changes });
      await readFoldersAhead(run, items);
      awaitTyped(
        run,
        items.filter((item) => stageOf(item) === 'typed'),
      );
      for (const stage of stages)
        await applyStage(
          run,
          stage,
          items.filter((item) => stageOf(item) === stage),
        );
      const warnings = await unknownTeamWarnings(run, items, changes);
      return { changes, effects: await effectsOf(run, changes), warnings };
    }, ending),
  );

  function stageOf(item: CodeItem): Stage {
    if (item.kind === 'variable' && typeOf(item.code) === 'rel.ReferenceVariable') return 'reference';
    if (item.kind !== 'typed') return item.kind;
    const type = readType(typeOf(item.code), context.typePrefix);
    if (type === riskProfileType) return 'risk';
    return isTriggerType(type) || isTriggerRoot(types.get(type)?.root ?? '') ? 'trigger' : 'typed';
  }
}

/** Configurations that others may name before their turn. */
function awaitTyped({ typed: { waiting } }: CodeRun, items: readonly CodeItem[]): void {
  for (const item of items) {
    if (item.kind !== 'typed') continue;
    const key = keyOf(item.path, item.title);
    waiting.set(key, [...(waiting.get(key) ?? []), item]);
  }
}

async function applyStage(run: CodeRun, stage: Stage, items: readonly CodeItem[]): Promise<void> {
  if (stage === 'template') {
    await settleTemplates(run, items.filter(isTemplate));
    await makeNewTemplates(run, items.filter(isTemplate));
  }
  for (const group of inGroups(items)) {
    await readAhead(run, stage, group);
    for (const item of group) {
      if (!run.settled.has(item)) await applyItem(run, item, stage);
      await run.breathe();
    }
  }
  if (stage === 'typed') await applyAgain(run);
}

interface Asked extends CodeOrder {
  readonly person: (outside: Person) => Promise<Person>;
}

/** A new set of documents, with the recorder of its changes. */
function newRun(
  context: ResourceContext,
  { caller, person, actor, proves, passwords }: Asked,
  { items, changes }: { readonly items: readonly CodeItem[]; readonly changes: CodeChange[] },
): CodeRun {
  let me: Promise<Person> | null = null;
  const names = new Map<string, CalledFrom | null>();
  const ahead = newReadAhead();
  return {
    ...{ context: { ...context, names }, actor, proves, passwords, ahead },
    me: () => {
      me ??= person(caller);
      return me;
    },
    record: (change) => {
      changes.push(change);
      if (!ofRights.has(change.kind)) return;
      me = null;
      // what they may see may be another by now
      names.clear();
      ahead.rendered.forgetAll();
      ahead.atTop.forgetAll();
    },
    waiting: new Map(items.filter(isTemplate).map((item) => [pathOf(item.path, item.title), item])),
    typed: { waiting: new Map(), making: new Set(), again: [] },
    bare: new Set(),
    made: new Map(),
    known: {
      ...{ folders: new Map(), onTheWay: new Set() },
      ...{ templates: new Map(), absent: new Set(), configurations: new Map() },
    },
    settled: new Set(),
    breathe: breathing(context.database),
  };
}

const isTemplate = (item: CodeItem): item is CodeItemOf<'template'> => item.kind === 'template';

/** In milliseconds: far below the time for which a transaction may be left alone. */
const touchedEach = 1_000;
/** In milliseconds, for this transaction: the computation for one large template may take seconds on a busy machine. */
const longestPauseMs = 30_000;

function breathing(connection: Connection): CodeRun['breathe'] {
  let last = performance.now();
  return async () => {
    await setImmediate();
    if (performance.now() - last < touchedEach) return;
    await touch(connection);
    last = performance.now();
  };
}

/** What a document names and what is not there is wrong in the document: the call itself was found. */
const asInvalid = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw error instanceof NotFound ? new Invalid(error.message) : error;
  });

const typeOf = ({ type }: Members): string => (typeof type === 'string' ? type : '');

async function applyItem(run: CodeRun, item: CodeItem, stage: Stage): Promise<void> {
  switch (item.kind) {
    case 'folder':
      return await applyFolder(run, item);
    case 'template':
      return await applyTemplate(run, item);
    case 'attachments':
      return await applyAttachments(run, item);
    case 'typed':
      if (stage === 'risk') return await applyRiskProfile(run, item);
      return await (stage === 'trigger' ? applyTrigger : applyConfiguration)(run, item);
    case 'variable':
      return await applyVariable(run, item);
    case 'kept':
      return await applyKept(run, item);
    case 'teams':
      return await applyTeams(run, item);
    case 'templateTeams':
      return await applyTemplateTeams(run, item);
    case 'role':
      return await applyRole(run, item);
    case 'user':
      return await applyUser(run, item);
    case 'release':
      return await applyRelease(run, item);
  }
}
