import { isObject, type Json, type PhaseDraft, passwordMask, type TaskDraft } from '@slipway/domain';
import type { Difference, Members } from '@slipway/formats';
import type { ReleaseView, Seal } from '@slipway/persistence';

type Purpose = Parameters<Seal['open']>[0];

/** Whether a text equals the stored encrypted one. A text that cannot be decrypted is different. */
export function isSealed(seal: Seal, purpose: Purpose, stored: Json | undefined, clear: Json | undefined): boolean {
  if (typeof stored !== 'string' || typeof clear !== 'string') return false;
  try {
    return seal.open(purpose, stored) === clear;
  } catch {
    return false;
  }
}

const list = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);
const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
const last = (id: string): string => id.slice(id.lastIndexOf('/') + 1);

/** A requested template, with masks in place of secrets that are unchanged or empty. */
export function withStoredSecrets(seal: Seal, wanted: Members, { release, passive, rest }: ReleaseView): Members {
  const stored = new Map(release.variables.map((variable) => [variable.id, variable]));
  const variable = (each: Json): Json => {
    if (!isObject(each)) return each;
    const before = stored.get(last(text(each.id)));
    if (before?.type !== 'PasswordStringVariable') return each;
    const isSame = each.value === '' || isSealed(seal, 'variable', before.value ?? '', each.value);
    return isSame && before.value !== null ? { ...each, value: passwordMask } : each;
  };
  const properties = (given: Members, kept: Members): Members =>
    Object.fromEntries(
      Object.entries(given).map(([name, value]): [string, Json] => {
        const before = kept[name];
        if (isObject(value) && isObject(before)) return [name, properties(value, before)];
        const isSame = isSealed(seal, 'property', before, value) || (value === '' && isSecretForm(before));
        return [name, isSame ? passwordMask : value];
      }),
    );
  const task = (each: Json): Json => {
    if (!isObject(each)) return each;
    const kept = rest.tasks.get(last(text(each.id)))?.properties ?? {};
    return {
      ...each,
      ...properties(likeTheirs(each, kept), kept),
      ...(each.tasks && { tasks: list(each.tasks).map(task) }),
    };
  };
  const { scriptUserPassword: password } = wanted;
  const isSame = password === '' || isSealed(seal, 'script-user-password', passive.scriptUserPassword ?? '', password);
  return {
    ...wanted,
    ...(isSame && passive.scriptUserPassword !== null && { scriptUserPassword: passwordMask }),
    variables: list(wanted.variables).map(variable),
    phases: list(wanted.phases).map((phase) =>
      isObject(phase) ? { ...phase, tasks: list(phase.tasks).map(task) } : phase,
    ),
  };
}

const isSecretForm = (value: Json | undefined): boolean =>
  typeof value === 'string' && /^v1\.[0-9a-f]{8}\./.test(value);

const likeTheirs = (members: Members, kept: Members): Members =>
  Object.fromEntries(Object.entries(members).filter(([name]) => Object.hasOwn(kept, name)));

/** Of these members those that are masked, as they are stored. */
const storedOf = (members: Members, stored: Members): Members =>
  Object.fromEntries(
    Object.entries(members).flatMap(([name, value]): [string, Json][] => {
      const before = stored[name];
      return value === passwordMask && before !== undefined ? [[name, before]] : [];
    }),
  );

/** Drafts of existing tasks, with the stored secrets of their properties in place of masks, which drafts omit. */
export function withStoredProperties(
  phases: readonly PhaseDraft[],
  tasks: ReadonlyMap<string, Members>,
  { rest }: Pick<ReleaseView, 'rest'>,
): readonly PhaseDraft[] {
  const written = new Map([...tasks].map(([id, task]) => [last(id), task]));
  const one = (draft: TaskDraft): TaskDraft => {
    const { tasks: inner } = draft;
    const [task, before] = [written.get(draft.id ?? ''), rest.tasks.get(draft.id ?? '')?.properties];
    const properties = task === undefined || before === undefined ? {} : ofTask(draft, task, before);
    return { ...draft, ...properties, ...(inner && { tasks: inner.map(one) }) };
  };
  return phases.map((phase) => ({ ...phase, ...(phase.tasks && { tasks: phase.tasks.map(one) }) }));
}

function ofTask({ properties = {} }: TaskDraft, task: Members, before: Members): Pick<TaskDraft, 'properties'> {
  const [script, kept, own] = [task.pythonScript, before.pythonScript, properties.pythonScript];
  const below = isObject(script) && isObject(kept) ? storedOf(script, kept) : {};
  const all = {
    ...storedOf(task, before),
    ...properties,
    ...(Object.keys(below).length > 0 && { pythonScript: { ...below, ...(isObject(own) ? own : {}) } }),
  };
  return Object.keys(all).length === 0 ? {} : { properties: all };
}

/** Changed secrets are listed without their values. */
export const changedSecrets = (fields: readonly Difference[]): readonly Difference[] =>
  fields.flatMap(({ field, before, after }) =>
    before === passwordMask && typeof after === 'string' ? [{ field, before, after: passwordMask }] : [],
  );
