import type { Json } from '@slipway/domain';
import { z } from 'zod';
import { showDate } from '../format/dates.ts';
import { answeredDate, answeredJson, list } from '../format/scalars.ts';

const kinds = [
  'Folder',
  'Template',
  'Configuration',
  'Trigger',
  'Variable',
  'Teams',
  'Role',
  'User',
  'Release',
  'Kept',
] as const;

const changeAnswer = z
  .object({
    kind: z.enum(kinds),
    action: z.enum(['create', 'update']),
    id: z.string().describe('of people their name; of what is to be made an id that it will not have'),
    path: z.string().describe('titles from the top, with slashes between'),
    fields: list(
      z.object({
        field: z.string().describe('such as phases[Build].tasks[Compile].description'),
        before: answeredJson.optional().describe('absent: it was not there'),
        after: answeredJson.optional().describe('absent: it is not there'),
      }),
    ),
  })
  .meta({ id: 'CodeChange' });

const effectAnswer = z
  .object({
    templateId: z.string(),
    path: z.string(),
    runningReleases: z
      .int()
      .describe('that were made from it and are not over: they keep the plan that they were made with'),
    releases: list(z.object({ id: z.string(), title: z.string(), status: z.string() })).describe('the first of them'),
    triggers: list(z.object({ id: z.string(), title: z.string(), nextFireDate: answeredDate.optional() })).describe(
      'that make releases by the new plan from now on',
    ),
    waitingGates: list(z.object({ id: z.string(), title: z.string(), releaseId: z.string() })).describe(
      'that wait for one of these releases, and go on waiting',
    ),
  })
  .meta({ id: 'CodeEffect' });

/** What documents would change, field by field, and what that means to what runs (this service's own). */
export const planAnswer = z
  .object({ isSame: z.boolean(), changes: list(changeAnswer), effects: list(effectAnswer) })
  .meta({ id: 'CodePlan' });
type PlanAnswer = z.output<typeof planAnswer>;

interface Change {
  readonly kind: (typeof kinds)[number];
  readonly action: 'create' | 'update';
  readonly id: string;
  readonly path: string;
  readonly fields: readonly { readonly field: string; readonly before: Json; readonly after: Json }[];
}

interface Effect {
  readonly templateId: string;
  readonly path: string;
  readonly releaseCount: number;
  readonly releases: readonly { readonly id: string; readonly title: string; readonly status: string }[];
  readonly triggers: readonly { readonly id: string; readonly title: string; readonly nextFireAt: number | null }[];
  readonly gates: readonly { readonly id: string; readonly title: string; readonly releaseId: string }[];
}

interface Report {
  readonly changes: readonly Change[];
  readonly effects: { readonly templates: readonly Effect[] };
}

/** Renders what came of documents, or would come of them. */
export const showPlan = ({ changes, effects }: Report): PlanAnswer => ({
  isSame: changes.length === 0,
  changes: changes.map(({ fields, ...change }) => ({
    ...change,
    fields: fields.map(({ field, before, after }) => ({
      field,
      before: before ?? undefined,
      after: after ?? undefined,
    })),
  })),
  effects: effects.templates.map(({ templateId, path, releaseCount, releases, triggers, gates }) => ({
    templateId,
    path,
    runningReleases: releaseCount,
    releases,
    triggers: triggers.map(({ id, title, nextFireAt }) => ({ id, title, nextFireDate: showDate(nextFireAt) })),
    waitingGates: gates,
  })),
});

/** Which of the lists of command lines a kind is in. */
const listOf = { User: 'users', Role: 'roles', Teams: 'permissions' } as const;
type ListName = 'cis' | 'users' | 'roles' | 'permissions';
const nameOf = (kind: Change['kind']): ListName =>
  kind === 'User' || kind === 'Role' || kind === 'Teams' ? listOf[kind] : 'cis';

/** The list of changes that command lines of the family read: newer ones by kind, older ones in four lists. */
export function showChanges({ changes }: Pick<Report, 'changes'>): object {
  const of = (these: readonly Change[]) => {
    const ids = (action: Change['action']) => these.flatMap((each) => (each.action === action ? each.id : []));
    return { created: ids('create'), updated: ids('update') };
  };
  const byKind = Map.groupBy(changes, ({ kind }) => kind);
  const byList = Map.groupBy(changes, ({ kind }) => nameOf(kind));
  return {
    changes: {
      ids: [...byKind].map(([kind, these]) => ({ kind, ...of(these) })),
      ...Object.fromEntries([...byList].map(([name, these]) => [name, of(these)])),
    },
  };
}
