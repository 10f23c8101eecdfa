import { type DecisionContext, requireData } from '../decision/context.ts';
import { message } from '../messages/message.ts';
import type { TaskDraft } from '../model/draft.ts';
import { Invalid } from '../model/errors.ts';
import { keysIn } from '../model/placeholders.ts';
import { isSameUser } from './access-attributes.ts';
import { adminUser } from './accounts.ts';

/** Whether a name must be looked up. Blank names, names with placeholders and `admin` are not looked up. */
const isLookedUp = (rawName: string): boolean =>
  rawName.trim() !== '' && keysIn(rawName).length === 0 && !isSameUser(rawName, adminUser);

/**
 * Returns the username of a new owner in the letter case of its creation. Null or blank means no owner. A text with
 * placeholders is returned unchanged, and so is a name equal to `stored` (permissions.md, Users). Throws MissingData;
 * Invalid for an unknown user unless external login is enabled.
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

/** Resolves the owners of new tasks and of the tasks inside them. Throws Invalid, MissingData. */
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
