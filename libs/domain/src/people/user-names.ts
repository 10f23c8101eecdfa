import { type DecisionContext, requireData } from '../decision/context.ts';
import { message } from '../messages/message.ts';
import type { TaskDraft } from '../model/draft.ts';
import { Invalid } from '../model/errors.ts';
import { keysIn } from '../model/placeholders.ts';
import { isSameUser } from './access-attributes.ts';
import { adminUser } from './accounts.ts';

/** Whether a name is looked up: not an empty one, not one with placeholders, and not `admin`. */
const isLookedUp = (rawName: string): boolean =>
  rawName.trim() !== '' && keysIn(rawName).length === 0 && !isSameUser(rawName, adminUser);

/**
 * The user of a new owner's name, in any letter case, as created. Null or blank is no user. A text with placeholders
 * stays, and so does the name that is `stored` already (permissions.md, Users). Throws Invalid for an unknown user, unless
 * external login is enabled; MissingData.
 */
export function resolveUsername(
  rawName: string | null,
  stored: string | null,
  { env }: Pick<DecisionContext, 'env'>,
): string | null {
  if (rawName === stored) return stored;
  if (isSameUser(rawName, adminUser)) return adminUser;
  if (rawName === null || rawName.trim() === '') return null;
  if (!isLookedUp(rawName)) return rawName;
  const name = requireData(env.data.users?.get(rawName), { kind: 'user', name: rawName });
  if (name !== null) return name;
  if (env.acceptsUnknownUsers === true) return rawName;
  throw new Invalid(message('notFound.user', { name: rawName }));
}

/** New tasks, with what is in them, for the users whom their owners mean. Throws Invalid, MissingData. */
export function withResolvedOwners(
  drafts: readonly TaskDraft[],
  context: Pick<DecisionContext, 'env'>,
): readonly TaskDraft[] {
  const names = new Set(ownersIn(drafts).filter(isLookedUp));
  const { users } = context.env.data;
  const missing = [...names].filter((name) => users?.get(name) === undefined);
  if (missing.length > 0) requireData(undefined, ...missing.map((name) => ({ kind: 'user', name }) as const));
  return drafts.map((draft) => withResolvedOwner(draft, context));
}

const ownersIn = (drafts: readonly TaskDraft[]): readonly string[] =>
  drafts.flatMap(({ owner, tasks = [] }) => [...(owner ? [owner] : []), ...ownersIn(tasks)]);

const withResolvedOwner = (draft: TaskDraft, context: Pick<DecisionContext, 'env'>): TaskDraft => ({
  ...draft,
  ...(draft.owner !== undefined && { owner: resolveUsername(draft.owner, null, context) }),
  ...(draft.tasks !== undefined && { tasks: draft.tasks.map((task) => withResolvedOwner(task, context)) }),
});
