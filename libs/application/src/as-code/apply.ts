import { setImmediate } from 'node:timers/promises';
import { readType } from '@slipway/api-schema/format';
import type { Message } from '@slipway/domain/messages';
import { Invalid, NotFound } from '@slipway/domain/model';
import { isTriggerType } from '@slipway/domain/triggers';
import type { Person } from '@slipway/engine';
import type { CodeItem, CodeItemOf, Members } from '@slipway/formats';
import type { Actor } from '@slipway/persistence/audit';
import { type Connection, keepTransactionAlive, setIdleTransactionTimeout } from '@slipway/persistence/database';
import { isTriggerRoot } from '@slipway/plugins';
import { contextInTransaction, type ResourceContext } from '../model/context.ts';
import type { Passwords } from '../people/caller-context.ts';
import type { CredentialCheck } from '../plans/create.ts';
import { applyAttachments } from './attachments.ts';
import { applyConfiguration, applyDeferred } from './configurations.ts';
import { requireDistinctItems } from './distinct-items.ts';
import { type CodeEffect, effectsOf } from './effects/effects.ts';
import { applyFolder, applyStoredCode } from './folders.ts';
import { unknownTeamWarnings } from './naming/document-warnings.ts';
import { applyRole, applyTeams, applyTemplateTeams, applyUser } from './people.ts';
import { inBatches, preloadFolders, preloadStage, type Stage } from './preload.ts';
import { preverifyRunAs } from './preverify-run-as.ts';
import { applyRelease } from './releases.ts';
import { applyRiskProfile, riskProfileType } from './risk-profiles.ts';
import { type CodeChange, type CodeRun, createPreloadedObjects, type NameFrom, pathOf, titleKey } from './run/run.ts';
import { applyTemplateGroups } from './template-groups.ts';
import { applyTemplate } from './templates.ts';
import { applyTrigger } from './triggers.ts';
import { applyVariable } from './variables.ts';

/** The caller of an apply, and the checks of run-as users and passwords. */
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
  /** parts of the documents without effect */
  readonly warnings: readonly Message[];
}

/** Changes of these kinds may change the permissions of the caller. */
const permissionKinds: ReadonlySet<CodeChange['kind']> = new Set(['Folder', 'Teams', 'Role', 'User']);

/** The order of stages: an object is created before those that refer to it. */
const stages: readonly Stage[] = [
  'user',
  'role',
  'folder',
  'storedSetting',
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
      const changes: CodeChange[] = [];
      const run = newRun(
        contextInTransaction(context, transaction, types),
        { ...codeRequest, credentialCheck, person: transaction.person },
        { items, changes },
      );
      await preloadFolders(run, items);
      queueConfigurations(
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

/** Queues the configurations, so that other documents can refer to one before it is applied. */
function queueConfigurations({ configurationQueue: { waiting } }: CodeRun, items: readonly CodeItem[]): void {
  for (const item of items) {
    if (item.kind !== 'typed') continue;
    const key = titleKey(item.path, item.title);
    waiting.set(key, [...(waiting.get(key) ?? []), item]);
  }
}

async function applyStage(run: CodeRun, stage: Stage, items: readonly CodeItem[]): Promise<void> {
  const remaining = stage === 'template' ? await applyTemplateGroups(run, items.filter(isTemplate)) : items;
  for (const group of inBatches(remaining)) {
    await preloadStage(run, stage, group);
    for (const item of group) {
      await applyItem(run, item, stage);
      await run.yieldAndKeepAlive();
    }
  }
  if (stage === 'typed') await applyDeferred(run);
}

interface RunInput extends CodeRequest {
  readonly person: (outside: Person) => Promise<Person>;
}

/** Returns the state of a new apply. It records each change in `changes`. */
function newRun(
  context: ResourceContext,
  { caller, person, actor, credentialCheck, passwords }: RunInput,
  { items, changes }: { readonly items: readonly CodeItem[]; readonly changes: CodeChange[] },
): CodeRun {
  let me: Promise<Person> | null = null;
  const names = new Map<string, NameFrom | null>();
  const preloaded = createPreloadedObjects();
  return {
    context: { ...context, names },
    actor,
    credentialCheck,
    passwords,
    preloaded,
    me: () => {
      me ??= person(caller);
      return me;
    },
    record: (change) => {
      changes.push(change);
      if (!permissionKinds.has(change.kind)) return;
      me = null;
      // The caller may now have other permissions.
      names.clear();
      preloaded.rendered.evictAll();
      preloaded.atTop.evictAll();
    },
    configurationQueue: { waiting: new Map(), applying: new Set(), deferred: [] },
    templateQueue: {
      waiting: new Map(items.filter(isTemplate).map((item) => [pathOf(item.path, item.title), item])),
      empty: new Set(),
      unreported: new Map(),
    },
    cache: {
      folders: new Map(),
      parentFolders: new Set(),
      templates: new Map(),
      absent: new Set(),
      configurations: new Map(),
    },
    yieldAndKeepAlive: createYield(context.database),
  };
}

const isTemplate = (item: CodeItem): item is CodeItemOf<'template'> => item.kind === 'template';

/** In milliseconds. This is far below the maximum idle time of a transaction. */
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

/** Throws Invalid instead of NotFound: the document is wrong, while the requested resource exists. */
const asInvalid = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw error instanceof NotFound ? new Invalid(error.data ?? error.message) : error;
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
    case 'storedSetting':
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
