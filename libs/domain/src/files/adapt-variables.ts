import { message } from '../messages/message.ts';
import { type Warn, warnAt } from '../messages/warnings.ts';
import type { VariableDraft } from '../model/draft.ts';
import { configurationIdIn, configurationReferenceIn, customPath } from './configuration-references.ts';
import type { ReferenceLookup } from './reference-lookup.ts';

/**
 * A variable from elsewhere. A reference to a missing connection is kept by its title, else by its id: it is bound as soon
 * as there is such a connection. An object becomes the text that variables hold.
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

/** The variable ids of a user input task. Ids that are not in the template are left out, with a warning. */
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

/** By what tasks name the variables of a template. */
export const variableIdsOf = (variables: readonly VariableDraft[] = []): ReadonlySet<string> =>
  new Set(variables.flatMap(({ id }) => id ?? []));
