import { setImmediate } from 'node:timers/promises';
import { readType } from '@slipway/api-schema/format';
import { Invalid, NotFound } from '@slipway/domain/model';
import { isTriggerType } from '@slipway/domain/triggers';
import type { Person } from '@slipway/engine';
import type { CodeItem, CodeItemOf, Members } from '@slipway/formats';
import type { Actor } from '@slipway/persistence/audit';
import { type Connection, keepTransactionAlive, setIdleTransactionTimeout } from '@slipway/persistence/database';
import { isTriggerRoot } from '@slipway/plugins';
import type { ResourceContext } from '../model/context.ts';
import type { Passwords } from '../people/caller-context.ts';
import type { CredentialCheck } from '../plans/run-as.ts';
import { applyAttachments } from './attachments.ts';
import { applyConfiguration, applyDeferred } from './configurations.ts';
import { requireDistinctItems } from './distinct-items.ts';
import { type CodeEffect, effectsOf } from './effects/effects.ts';
import { applyFolder, applyStoredCode } from './folders.ts';
import { unknownTeamWarnings } from './naming/unknown-teams.ts';
import { createNewTemplates } from './new-templates.ts';
import { applyRole, applyTeams, applyUser } from './people.ts';
import { inBatches, preloadFolders, preloadStage, type Stage } from './preload.ts';
import { preverifyRunAs } from './preverify-run-as.ts';
import { applyRelease } from './releases.ts';
import { applyRiskProfile, riskProfileType } from './risk-profiles.ts';
import { type CodeChange, type CodeRun, createPreloadedObjects, type NameFrom, pathOf, titleKey } from './run/run.ts';
import { applyTemplateTeams } from './template-teams.ts';
import { applyTemplate } from './templates.ts';
import { applyTrigger } from './triggers.ts';
import { findUnchangedTemplates } from './unchanged-templates.ts';
import { applyVariable } from './variables.ts';

/** Who applies documents, and how users and passwords are checked. */
export interface CodeRequest {
  readonly caller: Person;
  readonly actor: Actor;
  readonly credentialCheck: CredentialCheck;
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
const permissionKinds: ReadonlySet<CodeChange['kind']> = new Set(['Folder', 'Teams', 'Role', 'User']);

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
  codeRequest: CodeRequest,
  items: readonly CodeItem[],
  ending: 'keep' | 'undo',
): Promise<CodeReport> {
  const credentialCheck = await preverifyRunAs(codeRequest, items);
  const types = await context.plugins.current();
  requireDistinctItems(items, stageOf);
  return await asInvalid(
    context.engine.transaction(async (transaction) => {
      await setIdleTransactionTimeout(transaction.database, maxPauseMs);
      // nothing else may ask the database by now, and no script runner either
      const plugins = { ...context.plugins, current: async () => types };
      const engine = { ...context.engine, ...transaction };
      const transactionContext = {
        ...context,
        engine,
        database: transaction.database,
        plugins,
        scripts: undefined,
        egress: undefined,
      };
      const changes: CodeChange[] = [];
      const run = newRun(
        transactionContext,
        { ...codeRequest, credentialCheck, person: transaction.person },
        { items, changes },
      );
      await preloadFolders(run, items);
      queueTyped(
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
function queueTyped({ typed: { waiting } }: CodeRun, items: readonly CodeItem[]): void {
  for (const item of items) {
    if (item.kind !== 'typed') continue;
    const key = titleKey(item.path, item.title);
    waiting.set(key, [...(waiting.get(key) ?? []), item]);
  }
}

async function applyStage(run: CodeRun, stage: Stage, items: readonly CodeItem[]): Promise<void> {
  if (stage === 'template') {
    await findUnchangedTemplates(run, items.filter(isTemplate));
    await createNewTemplates(run, items.filter(isTemplate));
  }
  for (const group of inBatches(items)) {
    await preloadStage(run, stage, group);
    for (const item of group) {
      if (!run.unchanged.has(item)) await applyItem(run, item, stage);
      await run.yieldAndKeepAlive();
    }
  }
  if (stage === 'typed') await applyDeferred(run);
}

interface RunInput extends CodeRequest {
  readonly person: (outside: Person) => Promise<Person>;
}

/** A new set of documents, with the recorder of its changes. */
function newRun(
  context: ResourceContext,
  { caller, person, actor, credentialCheck, passwords }: RunInput,
  { items, changes }: { readonly items: readonly CodeItem[]; readonly changes: CodeChange[] },
): CodeRun {
  let me: Promise<Person> | null = null;
  const names = new Map<string, NameFrom | null>();
  const preloaded = createPreloadedObjects();
  return {
    ...{ context: { ...context, names }, actor, credentialCheck, passwords, preloaded },
    me: () => {
      me ??= person(caller);
      return me;
    },
    record: (change) => {
      changes.push(change);
      if (!permissionKinds.has(change.kind)) return;
      me = null;
      // what they may see may be another by now
      names.clear();
      preloaded.rendered.evictAll();
      preloaded.atTop.evictAll();
    },
    waiting: new Map(items.filter(isTemplate).map((item) => [pathOf(item.path, item.title), item])),
    typed: { waiting: new Map(), making: new Set(), again: [] },
    bare: new Set(),
    made: new Map(),
    cache: {
      ...{ folders: new Map(), onTheWay: new Set() },
      ...{ templates: new Map(), absent: new Set(), configurations: new Map() },
    },
    unchanged: new Set(),
    yieldAndKeepAlive: createYield(context.database),
  };
}

const isTemplate = (item: CodeItem): item is CodeItemOf<'template'> => item.kind === 'template';

/** In milliseconds: far below the time for which a transaction may be left alone. */
const keepAliveIntervalMs = 1_000;
/** In milliseconds, for this transaction: the computation for one large template may take seconds on a busy machine. */
const maxPauseMs = 30_000;

function createYield(connection: Connection): CodeRun['yieldAndKeepAlive'] {
  let lastKeepAlive = performance.now();
  return async () => {
    await setImmediate();
    if (performance.now() - lastKeepAlive < keepAliveIntervalMs) return;
    await keepTransactionAlive(connection);
    lastKeepAlive = performance.now();
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
      return await applyStoredCode(run, item);
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
