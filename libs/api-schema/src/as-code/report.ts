import type { Message } from '@slipway/domain/messages';
import type { Json } from '@slipway/domain/model';
import { z } from 'zod';
import { showDate } from '../format/dates.ts';
import { messageData, showMessageData, showTexts } from '../format/messages.ts';
import { list, responseDate, responseJson } from '../format/scalars.ts';

const kinds = [
  'Folder',
  'Template',
  'Configuration',
  'RiskProfile',
  'Trigger',
  'Variable',
  'Teams',
  'Role',
  'User',
  'Release',
  'Kept',
] as const;

const changeResponse = z
  .object({
    kind: z.enum(kinds),
    action: z.enum(['create', 'update']),
    id: z.string().describe('of people their name; of what is to be made an id that it will not have'),
    path: z.string().describe('titles from the top, with slashes between'),
    fields: list(
      z.object({
        field: z.string().describe('such as phases[Build].tasks[Compile].description'),
        before: responseJson.optional().describe('absent: it was not there'),
        after: responseJson.optional().describe('absent: it is not there'),
      }),
    ),
  })
  .meta({ id: 'CodeChange' });

const taskResponse = z.object({ id: z.string(), title: z.string(), status: z.string(), releaseId: z.string() });

const effectResponse = z
  .object({
    kind: z.enum(kinds),
    id: z.string(),
    path: z.string(),
    templateId: z.string().optional(),
    runningReleases: z
      .int()
      .describe(
        'that are not over: those made from a template, which keep their plan, and those that read what changes',
      ),
    releases: list(
      z.object({
        id: z.string(),
        title: z.string(),
        status: z.string(),
        riskScore: z
          .object({ before: z.int(), after: z.int() })
          .optional()
          .describe('where its risk profile changes; of the first 200 releases'),
      }),
    ).describe('the first of them'),
    taskCount: z.int().describe('that are not over, and read what changes or wait for whom it is about'),
    tasks: list(taskResponse).describe('the first of them'),
    gateCount: z.int().describe('that wait for a release of the template, or for what changes'),
    waitingGates: list(taskResponse).describe('the first of them'),
    triggerCount: z.int().describe('enabled ones, that make releases by the new plan or listen to what changes'),
    triggers: list(
      z.object({
        id: z.string(),
        title: z.string(),
        nextFireDate: responseDate.optional(),
        isDue: z.boolean().describe('within ten minutes: it may fire before anything is changed'),
      }),
    ).describe('the first of them'),
    nextFireDate: z
      .object({ before: responseDate.optional(), after: responseDate.optional() })
      .optional()
      .describe('of a trigger that changes'),
    isPartial: z.boolean().describe('only the first 100,000 live tasks were read: there may be more effects'),
  })
  .meta({ id: 'CodeEffect' });

/** The changes by documents, by field, and their effects on live objects (an extension). */
export const planResponse = z
  .object({
    isSame: z.boolean(),
    changes: list(changeResponse),
    effects: list(effectResponse),
    warnings: list(z.string())
      .optional()
      .describe('the parts of the documents that are left out, and scripts that do not compile'),
    warningMessages: list(messageData).optional().describe('the warnings as data, in the same order'),
  })
  .meta({ id: 'CodePlan' });
export type CodePlanResponse = z.output<typeof planResponse>;

interface Change {
  readonly kind: (typeof kinds)[number];
  readonly action: 'create' | 'update';
  readonly id: string;
  readonly path: string;
  readonly fields: readonly { readonly field: string; readonly before: Json; readonly after: Json }[];
}

interface AffectedTask {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly releaseId: string;
}

interface Effect {
  readonly kind: (typeof kinds)[number];
  readonly id: string;
  readonly path: string;
  readonly releaseCount: number;
  readonly releases: readonly { readonly id: string; readonly title: string; readonly status: string }[];
  readonly taskCount: number;
  readonly tasks: readonly AffectedTask[];
  readonly gateCount: number;
  readonly gates: readonly AffectedTask[];
  readonly triggerCount: number;
  readonly triggers: readonly {
    readonly id: string;
    readonly title: string;
    readonly nextFireAt: number | null;
    readonly isDue: boolean;
  }[];
  readonly due: { readonly before: number | null; readonly after: number | null } | null;
  readonly isPartial: boolean;
  /** the scores before and after the change, by release id */
  readonly scores: ReadonlyMap<string, { readonly before: number; readonly after: number }>;
}

interface Report {
  readonly changes: readonly Change[];
  readonly effects: readonly Effect[];
  /** warnings about omitted parts of the documents */
  readonly warnings: readonly Message[];
}

const showWarnings = (warnings: readonly Message[]) => ({
  warnings: showTexts(warnings),
  warningMessages: warnings.map(showMessageData),
});

/** Renders the result of an apply or of its dry run. */
export const showPlan = ({ changes, effects, warnings }: Report): CodePlanResponse => ({
  isSame: changes.length === 0,
  changes: changes.map(({ kind, action, id, path, fields }) => ({
    kind,
    action,
    id,
    path,
    fields: fields.map(({ field, before, after }) => ({
      field,
      before: before ?? undefined,
      after: after ?? undefined,
    })),
  })),
  effects: effects.map(showEffect),
  ...(warnings.length > 0 && showWarnings(warnings)),
});

function showEffect(effect: Effect): CodePlanResponse['effects'][number] {
  const { kind, id, path, releaseCount, taskCount, tasks, gateCount, gates, triggerCount, due, scores } = effect;
  const releases = effect.releases.map((item) => ({ ...item, riskScore: scores.get(item.id) }));
  return {
    kind,
    id,
    path,
    ...(kind === 'Template' && { templateId: id.slice(id.lastIndexOf('/') + 1) }),
    runningReleases: releaseCount,
    releases,
    taskCount,
    tasks,
    gateCount,
    waitingGates: gates,
    triggerCount,
    triggers: effect.triggers.map(({ nextFireAt, ...item }) => ({ ...item, nextFireDate: showDate(nextFireAt) })),
    ...(due && { nextFireDate: { before: showDate(due.before), after: showDate(due.after) } }),
    isPartial: effect.isPartial,
  };
}

/** The list of the older response format to which a kind belongs; `cis` for all other kinds. */
const listOf = { User: 'users', Role: 'roles', Teams: 'permissions' } as const;
type ListName = 'cis' | 'users' | 'roles' | 'permissions';
const listNameOf = (kind: Change['kind']): ListName =>
  kind === 'User' || kind === 'Role' || kind === 'Teams' ? listOf[kind] : 'cis';

/**
 * Renders the changes for command-line clients of the family: by kind for newer clients, and in four lists for older
 * ones.
 */
export function showChanges({ changes, warnings }: Pick<Report, 'changes' | 'warnings'>): object {
  const idsByAction = (group: readonly Change[]) => {
    const ids = (action: Change['action']) => group.flatMap((item) => (item.action === action ? item.id : []));
    return { created: ids('create'), updated: ids('update') };
  };
  const byKind = Map.groupBy(changes, ({ kind }) => kind);
  const byList = Map.groupBy(changes, ({ kind }) => listNameOf(kind));
  return {
    changes: {
      ids: [...byKind].map(([kind, group]) => ({ kind, ...idsByAction(group) })),
      ...Object.fromEntries([...byList].map(([name, group]) => [name, idsByAction(group)])),
    },
    ...(warnings.length > 0 && showWarnings(warnings)),
  };
}
