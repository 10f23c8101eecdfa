import { isObject, type Json, type PhaseDraft, passwordMask, type TaskDraft } from '@slipway/domain/model';
import type { Difference, Members } from '@slipway/formats';
import type { ReleaseView } from '@slipway/persistence/plans';
import type { Seal } from '@slipway/persistence/secrets';

type Purpose = Parameters<Seal['open']>[0];

/** Whether a text equals the stored encrypted one. A text that cannot be decrypted is different. */
export function isSealed(seal: Seal, purpose: Purpose, stored: Json | undefined, clearText: Json | undefined): boolean {
  if (typeof stored !== 'string' || typeof clearText !== 'string') return false;
  try {
    return seal.open(purpose, stored) === clearText;
  } catch {
    return false;
  }
}

const list = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);
const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
const lastSegmentOf = (id: string): string => id.slice(id.lastIndexOf('/') + 1);

/** Returns the requested template with masks instead of the secrets that are unchanged or empty. */
export function withStoredSecrets(
  seal: Seal,
  requested: Members,
  { release, passive, details: rest }: ReleaseView,
): Members {
  const stored = new Map(release.variables.map((variable) => [variable.id, variable]));
  const variable = (part: Json): Json => {
    if (!isObject(part)) return part;
    const before = stored.get(lastSegmentOf(text(part.id)));
    if (before?.type !== 'PasswordStringVariable') return part;
    const isSame = part.value === '' || isSealed(seal, 'variable', before.value ?? '', part.value);
    return isSame && before.value !== null ? { ...part, value: passwordMask } : part;
  };
  const properties = (requestedProperties: Members, storedProperties: Members): Members =>
    Object.fromEntries(
      Object.entries(requestedProperties).map(([name, value]): [string, Json] => {
        const before = storedProperties[name];
        if (isObject(value) && isObject(before)) return [name, properties(value, before)];
        const isSame = isSealed(seal, 'property', before, value) || (value === '' && isSealedForm(before));
        return [name, isSame ? passwordMask : value];
      }),
    );
  const task = (part: Json): Json => {
    if (!isObject(part)) return part;
    const storedProperties = rest.tasks.get(lastSegmentOf(text(part.id)))?.properties ?? {};
    return {
      ...part,
      ...properties(pickKnown(part, storedProperties), storedProperties),
      ...(part.tasks && { tasks: list(part.tasks).map(task) }),
    };
  };
  const { scriptUserPassword: password } = requested;
  const isSame = password === '' || isSealed(seal, 'script-user-password', passive.scriptUserPassword ?? '', password);
  return {
    ...requested,
    ...(isSame && passive.scriptUserPassword !== null && { scriptUserPassword: passwordMask }),
    variables: list(requested.variables).map(variable),
    phases: list(requested.phases).map((phase) =>
      isObject(phase) ? { ...phase, tasks: list(phase.tasks).map(task) } : phase,
    ),
  };
}

const isSealedForm = (value: Json | undefined): boolean =>
  typeof value === 'string' && /^v1\.[0-9a-f]{8}\./.test(value);

const pickKnown = (members: Members, storedProperties: Members): Members =>
  Object.fromEntries(Object.entries(members).filter(([name]) => Object.hasOwn(storedProperties, name)));

/** Returns the stored values of the masked members. */
const maskedMembers = (members: Members, stored: Members): Members =>
  Object.fromEntries(
    Object.entries(members).flatMap(([name, value]): [string, Json][] => {
      const before = stored[name];
      return value === passwordMask && before !== undefined ? [[name, before]] : [];
    }),
  );

/** Returns the drafts of existing tasks with the stored secrets of their properties. Drafts omit masked properties. */
export function withStoredProperties(
  phases: readonly PhaseDraft[],
  tasks: ReadonlyMap<string, Members>,
  { details: rest }: Pick<ReleaseView, 'details'>,
): readonly PhaseDraft[] {
  const codeById = new Map([...tasks].map(([id, task]) => [lastSegmentOf(id), task]));
  const withSecrets = (draft: TaskDraft): TaskDraft => {
    const { tasks: inner } = draft;
    const [task, before] = [codeById.get(draft.id ?? ''), rest.tasks.get(draft.id ?? '')?.properties];
    const properties = task === undefined || before === undefined ? {} : storedTaskProperties(draft, task, before);
    return { ...draft, ...properties, ...(inner && { tasks: inner.map(withSecrets) }) };
  };
  return phases.map((phase) => ({ ...phase, ...(phase.tasks && { tasks: phase.tasks.map(withSecrets) }) }));
}

function storedTaskProperties(
  { properties = {} }: TaskDraft,
  task: Members,
  before: Members,
): Pick<TaskDraft, 'properties'> {
  const [script, storedProperties, own] = [task.pythonScript, before.pythonScript, properties.pythonScript];
  const scriptProperties =
    isObject(script) && isObject(storedProperties) ? maskedMembers(script, storedProperties) : {};
  const merged = {
    ...maskedMembers(task, before),
    ...properties,
    ...(Object.keys(scriptProperties).length > 0 && {
      pythonScript: { ...scriptProperties, ...(isObject(own) ? own : {}) },
    }),
  };
  return Object.keys(merged).length === 0 ? {} : { properties: merged };
}

/** Lists the changed secrets without their values. */
export const changedSecrets = (fields: readonly Difference[]): readonly Difference[] =>
  fields.flatMap(({ field, before, after }) =>
    before === passwordMask && typeof after === 'string' ? [{ field, before, after: passwordMask }] : [],
  );
