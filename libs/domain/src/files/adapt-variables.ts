import { message } from '../messages/message.ts';
import { type Warn, warnAt } from '../messages/warnings.ts';
import type { VariableDraft } from '../model/draft.ts';
import { configurationIdIn, configurationReferenceIn, customPath } from './configuration-references.ts';
import type { ReferenceLookup } from './reference-lookup.ts';

/**
 * Adapts a variable from another installation. A reference to an unknown connection is kept by title, otherwise by id,
 * and takes effect if such a connection is created. A reference that is an object becomes a text.
 */
export function adaptVariable(variable: VariableDraft, lookup: ReferenceLookup, warn: Warn): VariableDraft {
  const { type, key, value = null, referencedType = null } = variable;
  const configurationId = type === 'ReferenceVariable' ? configurationIdIn(value) : null;
  if (configurationId === null) return variable;
  if (lookup.configuration(configurationId, referencedType)) return { ...variable, value: configurationId };
  warnAt(
    warn,
    message('part.variable', { key }),
  )(message('import.unknownVariableConnection', { connection: configurationId }));
  const title = configurationReferenceIn(value)?.title ?? null;
  return { ...variable, value: title === null ? configurationId : `${customPath}${title}` };
}

/** Returns the variable ids of a user input task. Ids that are not in the template are removed with a warning. */
export const resolveInputs = (
  inputs: readonly string[],
  variableIds: ReadonlySet<string>,
  warn: Warn,
): readonly string[] =>
  inputs.filter((id) => {
    if (variableIds.has(id)) return true;
    warn(message('import.unknownInput', { id }));
    return false;
  });

/** Returns the ids by which tasks refer to variables of a template. */
export const variableIdsOf = (variables: readonly VariableDraft[] = []): ReadonlySet<string> =>
  new Set(variables.flatMap(({ id }) => id ?? []));
