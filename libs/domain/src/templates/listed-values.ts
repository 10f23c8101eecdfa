import { type DecisionContext, known } from '../decision/context.ts';
import { rootFolderId } from '../ids/ids.ts';
import { bareKey, textOf } from '../model/placeholders.ts';
import type { Release } from '../model/release.ts';
import type { Variable, VariableValue } from '../model/variable.ts';
import { isSameUser } from '../people/standing.ts';
import { requireOffered } from '../variables/offered-values.ts';
import { currentValue } from '../variables/values.ts';

/** The values that an order gives to the variables of a new release, and what requests it. */
interface Giving {
  readonly variables: Readonly<Record<string, VariableValue>>;
  readonly startedFromTaskId: string | null;
  /** A trigger creates the release. */
  readonly triggered?: object;
}

/**
 * Refuses values of a new release that the list boxes of its variables do not offer, also if placeholders in them are
 * replaced. A user who may edit the template or the new release can give any value, because they could set it later.
 * Throws Invalid.
 */
export function requireListed(release: Release, template: Release, order: Giving, context: DecisionContext): void {
  const isByUser = order.triggered === undefined && order.startedFromTaskId === null;
  if (isByUser && mayGiveAny(release, context)) return;
  const { variables, folderId } = release;
  const { world } = context.env;
  // a task may create its release in another folder, which sees other variables
  const readShared = (): ReadonlyMap<string, Variable> =>
    order.startedFromTaskId === null
      ? known(world.variables, { kind: 'variables' })
      : known(world.variablesOf?.get(folderId), { kind: 'variablesOf', folderId });
  const given = new Set(Object.keys(order.variables).map(bareKey));
  const isOwn = ({ key, value }: Variable): boolean =>
    template.variables.some((each) => each.key === key && textOf(each.value) === textOf(value));
  for (const variable of variables.filter(({ key }) => given.has(key))) {
    // a client sends back the values that it was shown
    if (isByUser && isOwn(variable)) continue;
    requireOffered(variable, { variables, readShared }, () =>
      currentValue(release, variable.key, { env: { world: { ...world, variables: readShared() } } }),
    );
  }
}

/** At the top the owner of a new release is its first Release Admin. */
const mayGiveAny = ({ folderId, owner }: Release, { caller, there }: DecisionContext): boolean =>
  caller !== null &&
  there !== null &&
  (caller.may('template#edit') ||
    there.may('release#edit') ||
    (folderId === rootFolderId && isSameUser(owner, caller.username)));
