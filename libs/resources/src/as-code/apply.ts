import { setImmediate } from 'node:timers/promises';
import { Invalid, isTriggerType, NotFound } from '@slipway/domain';
import type { Person } from '@slipway/engine';
import { type CodeFiles, type CodeItem, type CodeItemOf, documentsIn, itemsIn, type Members } from '@slipway/formats';
import { type Actor, type Connection, touch } from '@slipway/persistence';
import { isTriggerRoot } from '@slipway/plugins';
import { readType } from '@slipway/wire';
import type { ResourceContext } from '../model/context.ts';
import type { Passwords } from '../people/asking.ts';
import type { ProvesUser } from '../plans/run-as.ts';
import { applyConfiguration } from './configurations.ts';
import { type CodeEffects, effectsOf } from './effects.ts';
import { applyFolder, applyKept } from './folders.ts';
import { applyRole, applyTeams, applyUser } from './people.ts';
import { provenAhead } from './proven-ahead.ts';
import { applyRelease } from './releases.ts';
import { type CodeChange, type CodeRun, pathOf } from './run.ts';
import { settleTemplates } from './settled-templates.ts';
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

/** What came of a set of documents: what was made and changed, and what that means to what runs. */
export interface CodeReport {
  readonly changes: readonly CodeChange[];
  readonly effects: CodeEffects;
}

/** What files ask for. Throws BadFile. */
export function codeItems({ typePrefix }: Pick<ResourceContext, 'typePrefix'>, files: CodeFiles): readonly CodeItem[] {
  return itemsIn(documentsIn(files), typePrefix);
}

/** Changes of these may have given whoever asks other rights than they had. */
const ofRights: ReadonlySet<CodeChange['kind']> = new Set(['Folder', 'Teams', 'Role', 'User']);

/** In this order things are made, so that what others refer to is there. */
const stages: readonly (CodeItem['kind'] | 'trigger')[] = [
  'user',
  'role',
  'folder',
  'kept',
  'variable',
  'typed',
  'template',
  'trigger',
  'teams',
  'release',
];

/**
 * Has everything be as documents say, all in one transaction: all of it or nothing. With `undo` nothing is kept, and the
 * report tells what would be: it is the same work (architecture of plan and apply). Throws Invalid, NotFound, Forbidden,
 * Conflict.
 */
export async function applyCode(
  context: ResourceContext,
  order: CodeOrder,
  items: readonly CodeItem[],
  ending: 'keep' | 'undo',
): Promise<CodeReport> {
  const { caller, actor, passwords } = order;
  const proves = await provenAhead(order, items);
  const types = await context.plugins.current();
  return await asInvalid(
    context.engine.together(async (inside) => {
      const changes: CodeChange[] = [];
      let me: Promise<Person> | null = null;
      // nothing else may ask the database by now, and no script runner either
      const plugins = { ...context.plugins, current: async () => types };
      const engine = { ...context.engine, ...inside };
      const within = { ...context, engine, database: inside.database, plugins, scripts: undefined, egress: undefined };
      const run: CodeRun = {
        ...{ context: within, actor, proves, passwords },
        me: () => {
          me ??= inside.person(caller);
          return me;
        },
        record: (change) => {
          changes.push(change);
          if (ofRights.has(change.kind)) me = null;
        },
        waiting: new Map(
          items.flatMap((item) => (item.kind === 'template' ? [[pathOf(item.path, item.title), item] as const] : [])),
        ),
        bare: new Set(),
        known: { folders: new Map(), templates: new Map() },
        settled: new Set(),
        breathe: breathing(inside.database),
      };
      for (const stage of stages) {
        const now = items.filter((item) => (isTrigger(item) ? 'trigger' : item.kind) === stage);
        if (stage === 'template') await settleTemplates(run, now.filter(isTemplate));
        for (const item of now) {
          if (!run.settled.has(item)) await applyItem(run, item, stage === 'trigger');
          await run.breathe();
        }
      }
      return { changes, effects: await effectsOf(run, changes) };
    }, ending),
  );

  function isTrigger(item: CodeItem): boolean {
    if (item.kind !== 'typed') return false;
    const type = readType(typeOf(item.code), context.typePrefix);
    return isTriggerType(type) || isTriggerRoot(types.get(type)?.root ?? '');
  }
}

const isTemplate = (item: CodeItem): item is CodeItemOf<'template'> => item.kind === 'template';

/** In milliseconds: far below the time for which a transaction may be left alone. */
const touchedEach = 1_000;

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

async function applyItem(run: CodeRun, item: CodeItem, isTrigger: boolean): Promise<void> {
  switch (item.kind) {
    case 'folder':
      return await applyFolder(run, item);
    case 'template':
      return await applyTemplate(run, item);
    case 'typed':
      return await (isTrigger ? applyTrigger : applyConfiguration)(run, item);
    case 'variable':
      return await applyVariable(run, item);
    case 'kept':
      return await applyKept(run, item);
    case 'teams':
      return await applyTeams(run, item);
    case 'role':
      return await applyRole(run, item);
    case 'user':
      return await applyUser(run, item);
    case 'release':
      return await applyRelease(run, item);
  }
}
