import { type DecisionContext, requireData } from '../decision/context.ts';
import { rootFolderId } from '../ids/ids.ts';
import { bareKey, textOf } from '../model/placeholders.ts';
import type { Release } from '../model/release.ts';
import type { Variable, VariableValue } from '../model/variable.ts';
import { isSameUser } from '../people/access-attributes.ts';
import { requireOffered } from '../variables/offered-values.ts';
import { currentValue } from '../variables/values.ts';

/** The variable values in a request for a new release, and the origin of the request. */
interface ValueRequest {
  readonly variables: Readonly<Record<string, VariableValue>>;
  readonly startedFromTaskId: string | null;
  /** Set if a trigger creates the release. */
  readonly triggered?: object;
}

/**
 * Rejects values for a new release that the list boxes of its variables do not offer, also with placeholders replaced.
 * A user who may edit the template or the new release can set any value, because they could set it later. Throws
 * Invalid.
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
  // A task can create its release in another folder, which has other folder variables.
  const readShared = (): ReadonlyMap<string, Variable> =>
    request.startedFromTaskId === null
      ? requireData(data.variables, { kind: 'variables' })
      : requireData(data.variablesOf?.get(folderId), { kind: 'variablesOf', folderId });
  const givenKeys = new Set(Object.keys(request.variables).map(bareKey));
  const isTemplateValue = ({ key, value }: Variable): boolean =>
    template.variables.some((candidate) => candidate.key === key && textOf(candidate.value) === textOf(value));
  for (const variable of variables.filter(({ key }) => givenKeys.has(key))) {
    // Clients send unchanged values of the template back.
    if (isByUser && isTemplateValue(variable)) continue;
    requireOffered(variable, { variables, readShared }, () =>
      currentValue(release, variable.key, { env: { data: { ...data, variables: readShared() } } }),
    );
  }
}

/** In the root folder, the owner of a new release is its first Release Admin and may set any value. */
const maySetAnyValue = ({ folderId, owner }: Release, { caller, callerAtTarget }: DecisionContext): boolean =>
  caller !== null &&
  callerAtTarget !== null &&
  (caller.may('template#edit') ||
    callerAtTarget.may('release#edit') ||
    (folderId === rootFolderId && isSameUser(owner, caller.username)));
