import { type Message, message } from '@slipway/domain/messages';
import { type ScriptRun, taskTypes } from '@slipway/domain/model';
import type { Trigger } from '@slipway/domain/triggers';
import { findScriptsWithoutAuthor } from '@slipway/persistence/forecast';
import {
  type ConnectionProperty,
  findMissingConnections,
  findMissingTemplates,
  findUnknownTypes,
  type MissingReference,
  type MissingReferences,
} from '@slipway/persistence/plugins';
import { readTitles } from '@slipway/persistence/triggers';
import { isTaskRoot, type PluginTypes, productTypes, referencedTypes } from '@slipway/plugins';
import type { ResourceContext } from '../model/context.ts';
import { renderContextForAll } from '../model/render-context.ts';
import { findBrokenTriggers } from '../triggers/broken.ts';

/** The kinds of missing objects that tasks can refer to. */
const referenceKinds = ['PLUGIN_TYPE', 'CONNECTION', 'TEMPLATE'] as const;
type ReferenceKind = (typeof referenceKinds)[number];

/** An unresolved reference, a script without an author, or a broken trigger. */
interface UnresolvedItem<Kind extends string> {
  readonly kind: Kind;
  /** the full id of the task, variable or other object to change */
  readonly id: string;
  readonly title: string;
  /** the field to change; null: the whole object */
  readonly field: string | null;
  /** the template, release or folder that contains the object; null: it is global */
  readonly container: {
    readonly type: 'template' | 'release' | 'folder';
    readonly id: string;
    readonly title: string;
  } | null;
  /** the problem, and its solution */
  readonly message: Message;
}

interface SourceResult<Kind extends string> {
  readonly count: number;
  readonly first: readonly UnresolvedItem<Kind>[];
}

type Context = Pick<ResourceContext, 'database' | 'typePrefix' | 'plugins' | 'engine'>;

/** Returns the number of the unresolved items of one kind, and the first of them. */
type Source<Kind extends string> = (context: Context, limit: number) => Promise<SourceResult<Kind>>;

const source =
  (
    kind: ReferenceKind,
    find: (context: Context, types: PluginTypes, limit: number) => Promise<MissingReferences>,
    toMessage: (reference: MissingReference) => Message,
  ): Source<ReferenceKind> =>
  async (context, limit) => {
    const { count, first: firstItems } = await find(context, await context.plugins.current(), limit);
    const { elsewhere } = await renderContextForAll(
      context,
      firstItems.flatMap(({ holder, id, releaseId }) => (holder === 'task' ? [id, releaseId] : [releaseId])),
    );
    const fullId = (id: string): string => elsewhere.get(id) ?? id;
    const items = firstItems.map((item) => ({
      kind,
      id: item.holder === 'task' ? fullId(item.id) : `${fullId(item.releaseId)}/${item.id}`,
      title: item.title,
      field: item.property,
      container: {
        type: item.isTemplate ? ('template' as const) : ('release' as const),
        id: fullId(item.releaseId),
        title: item.releaseTitle,
      },
      message: toMessage(item),
    }));
    return { count, first: items };
  };

/** Returns the properties of plugin tasks that refer to a configuration. */
const connectionProperties = (types: PluginTypes): readonly ConnectionProperty[] =>
  [...types.values()]
    .filter(({ root }) => isTaskRoot(root))
    .flatMap(({ name: type, properties }) =>
      properties.flatMap(({ name, kind, referencedType }) =>
        kind === 'ci' ? [{ type, name, referencedType: referencedType ?? '' }] : [],
      ),
    );

/** Returns the accepted types of each referenced type of a plugin or of the product. */
const kindsOf = (types: PluginTypes): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    [...new Set([...productTypes.keys(), ...types.keys()])].flatMap((name) => {
      const kinds = referencedTypes(types, name);
      return kinds === null ? [] : [[name, kinds]];
    }),
  );

/**
 * The queries for unresolved references of variables and of tasks that have not started, in templates and in unfinished
 * releases.
 */
const referenceSources: Readonly<Record<ReferenceKind, Source<ReferenceKind>>> = {
  PLUGIN_TYPE: source(
    'PLUGIN_TYPE',
    ({ database }, types, limit) => findUnknownTypes(database, [...Object.keys(taskTypes), ...types.keys()], limit),
    ({ reference }) => message('unresolved.pluginType', { type: reference }),
  ),
  CONNECTION: source(
    'CONNECTION',
    ({ database }, types, limit) =>
      findMissingConnections(database, connectionProperties(types), kindsOf(types), limit),
    ({ reference }) => message('unresolved.connection', { connection: reference }),
  ),
  TEMPLATE: source(
    'TEMPLATE',
    ({ database }, _, limit) => findMissingTemplates(database, limit),
    ({ reference }) => message('unresolved.template', { template: reference }),
  ),
};

/** The field of a script, and its name for messages. */
const scripts = {
  precondition: { field: 'precondition', code: 'part.precondition' },
  failureHandler: { field: 'failureHandler', code: 'part.failureHandler' },
  abort: { field: 'abortScript', code: 'part.abortScript' },
  task: { field: null, code: 'part.script' },
} as const satisfies Readonly<Record<ScriptRun['purpose'], { readonly field: string | null; readonly code: string }>>;

/** Finds the scripts without a stored author, which were written before authors were stored. */
const scriptSource: Source<'SCRIPT_WITHOUT_AUTHOR'> = async (context, limit) => {
  const { count, first } = await findScriptsWithoutAuthor(context.database, limit);
  const ids = new Set(first.flatMap(({ taskId, releaseId }) => [taskId, releaseId]));
  const { elsewhere } = await renderContextForAll(context, [...ids]);
  const fullId = (id: string): string => elsewhere.get(id) ?? id;
  const items = first.map(
    ({ taskId, title, purpose, releaseId, releaseTitle, isTemplate }): UnresolvedItem<'SCRIPT_WITHOUT_AUTHOR'> => {
      const { field, code } = scripts[purpose];
      return {
        kind: 'SCRIPT_WITHOUT_AUTHOR',
        id: fullId(taskId),
        title,
        field,
        container: { type: isTemplate ? 'template' : 'release', id: fullId(releaseId), title: releaseTitle },
        message: message('unresolved.scriptWithoutAuthor', { script: message(code, { title }) }),
      };
    },
  );
  return { count, first: items };
};

/** Finds the enabled triggers that cannot create releases, ordered by title. */
const triggerSource: Source<'BROKEN_TRIGGER'> = async (context, limit) => {
  const broken = await findBrokenTriggers(context);
  const first = broken.toSorted((a, b) => compareTitles(a.row.trigger, b.row.trigger)).slice(0, limit);
  const titles = await readTitles(
    context.database,
    first.map(({ row }) => row.trigger.folderId),
    [],
  );
  const items = first.map(({ row: { trigger, folderPath }, reason }): UnresolvedItem<'BROKEN_TRIGGER'> => {
    const { id, title, folderId } = trigger;
    return {
      kind: 'BROKEN_TRIGGER',
      id: [...folderPath, id].join('/'),
      title,
      field: null,
      container: { type: 'folder', id: folderPath.join('/'), title: titles.get(folderId) ?? folderId },
      message: reason,
    };
  });
  return { count: broken.length, first: items };
};

const compareTitles = (a: Trigger, b: Trigger): number =>
  a.title.localeCompare(b.title, 'en') || a.id.localeCompare(b.id, 'en');

/** All kinds of unresolved items. Clients ignore unknown kinds. */
export const unresolvedKinds = ['SCRIPT_WITHOUT_AUTHOR', 'BROKEN_TRIGGER', ...referenceKinds] as const;
type UnresolvedKind = (typeof unresolvedKinds)[number];

const sources: Readonly<Record<UnresolvedKind, Source<UnresolvedKind>>> = {
  SCRIPT_WITHOUT_AUTHOR: scriptSource,
  BROKEN_TRIGGER: triggerSource,
  ...referenceSources,
};

/** The maximum number of items of each kind. */
const maxPerKind = 200;

/** The unresolved items of an installation: the number of each kind, and the first items. */
interface UnresolvedReport {
  readonly count: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly items: readonly UnresolvedItem<UnresolvedKind>[];
}

/** Finds the unresolved items of an installation, of all kinds or of one. */
export async function findUnresolved(context: Context, only: UnresolvedKind | null): Promise<UnresolvedReport> {
  const counts: Record<string, number> = {};
  const items: UnresolvedItem<UnresolvedKind>[] = [];
  for (const kind of only === null ? unresolvedKinds : [only]) {
    const { count, first } = await sources[kind](context, maxPerKind);
    counts[kind] = count;
    items.push(...first);
  }
  return { count: Object.values(counts).reduce((sum, count) => sum + count, 0), counts, items };
}
