import { type DecisionContext, known } from '../decision/context.ts';
import type { TaskDraft } from '../model/draft.ts';
import { clip, Invalid } from '../model/errors.ts';
import { keysIn } from '../model/placeholders.ts';
import { adminUser } from './accounts.ts';
import { isSameUser } from './standing.ts';

/** Whether a name is looked up: not that of nobody, nor one that only variables tell, nor the one that is always there. */
const isLookedUp = (written: string): boolean =>
  written.trim() !== '' && keysIn(written).length === 0 && !isSameUser(written, adminUser);

/**
 * Whom a new owner's name means: the user of that name in any letter case, as they were made. Null or blank is nobody; a
 * text with placeholders stays, and so does the name that is `stored` already, whoever has it (people.md, Users).
 * Throws Invalid when there is no such user, unless a login elsewhere may know them; MissingWorld.
 */
export function userNamed(
  written: string | null,
  stored: string | null,
  { env }: Pick<DecisionContext, 'env'>,
): string | null {
  if (written === stored) return stored;
  if (isSameUser(written, adminUser)) return adminUser;
  if (written === null || written.trim() === '') return null;
  if (!isLookedUp(written)) return written;
  const name = known(env.world.users?.get(written), { kind: 'user', name: written });
  if (name !== null) return name;
  if (env.takesUnknownUsers === true) return written;
  throw new Invalid(`there is no user '${clip(written)}'`);
}

/** New tasks, with what is in them, for the users whom their owners mean. Throws Invalid, MissingWorld. */
export function withKnownOwners(
  drafts: readonly TaskDraft[],
  context: Pick<DecisionContext, 'env'>,
): readonly TaskDraft[] {
  const names = new Set(ownersIn(drafts).filter(isLookedUp));
  const { users } = context.env.world;
  const missing = [...names].filter((name) => users?.get(name) === undefined);
  if (missing.length > 0) known(undefined, ...missing.map((name) => ({ kind: 'user', name }) as const));
  return drafts.map((draft) => ownedByKnown(draft, context));
}

const ownersIn = (drafts: readonly TaskDraft[]): readonly string[] =>
  drafts.flatMap(({ owner, tasks = [] }) => [...(owner ? [owner] : []), ...ownersIn(tasks)]);

const ownedByKnown = (draft: TaskDraft, context: Pick<DecisionContext, 'env'>): TaskDraft => ({
  ...draft,
  ...(draft.owner !== undefined && { owner: userNamed(draft.owner, null, context) }),
  ...(draft.tasks !== undefined && { tasks: draft.tasks.map((task) => ownedByKnown(task, context)) }),
});
