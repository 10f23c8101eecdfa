import { type DecisionContext, known } from '../decision/context.ts';
import type { TaskDraft } from '../model/draft.ts';
import { clip, Invalid } from '../model/errors.ts';
import { keysIn } from '../model/placeholders.ts';
import { adminUser } from './accounts.ts';
import { isSameUser } from './standing.ts';

/** Whether a name is looked up: not an empty one, not one with placeholders, and not `admin`. */
const isLookedUp = (written: string): boolean =>
  written.trim() !== '' && keysIn(written).length === 0 && !isSameUser(written, adminUser);

/**
 * The user of a new owner's name, in any letter case, as created. Null or blank is no user. A text with placeholders
 * stays, and so does the name that is `stored` already (permissions.md, Users). Throws Invalid for an unknown user, unless
 * external login is enabled; MissingWorld.
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
