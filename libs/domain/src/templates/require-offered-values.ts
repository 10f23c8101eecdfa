import { type DecisionContext, requireData } from '../decision/context.ts';
import { rootFolderId } from '../ids/ids.ts';
import { bareKey, textOf } from '../model/placeholders.ts';
import type { Release } from '../model/release.ts';
import type { Variable, VariableValue } from '../model/variable.ts';
import { isSameUser } from '../people/access-attributes.ts';
import { requireOffered } from '../variables/offered-values.ts';
import { currentValue } from '../variables/values.ts';

/** The values that an order gives to the variables of a new release, and what requests it. */
interface ValueRequest {
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
export function requireOfferedValues(
  release: Release,
  template: Release,
  request: ValueRequest,
  context: DecisionContext,
): void {
  const isByUser = request.triggered === undefined && request.startedFromTaskId === null;
  if (isByUser && maySetAnyValue(release, context)) return;
  const { variables, folderId } = release;
  const { data } = context.env;
  // a task may create its release in another folder, which sees other variables
  const readShared = (): ReadonlyMap<string, Variable> =>
    request.startedFromTaskId === null
      ? requireData(data.variables, { kind: 'variables' })
      : requireData(data.variablesOf?.get(folderId), { kind: 'variablesOf', folderId });
  const givenKeys = new Set(Object.keys(request.variables).map(bareKey));
  const isTemplateValue = ({ key, value }: Variable): boolean =>
    template.variables.some((candidate) => candidate.key === key && textOf(candidate.value) === textOf(value));
  for (const variable of variables.filter(({ key }) => givenKeys.has(key))) {
    // a client sends back the values that it was shown
    if (isByUser && isTemplateValue(variable)) continue;
    requireOffered(variable, { variables, readShared }, () =>
      currentValue(release, variable.key, { env: { data: { ...data, variables: readShared() } } }),
    );
  }
}

/** At the top the owner of a new release is its first Release Admin. */
const maySetAnyValue = ({ folderId, owner }: Release, { caller, callerAtTarget }: DecisionContext): boolean =>
  caller !== null &&
  callerAtTarget !== null &&
  (caller.may('template#edit') ||
    callerAtTarget.may('release#edit') ||
    (folderId === rootFolderId && isSameUser(owner, caller.username)));
