import type { VariableDraft } from '../model/draft.ts';
import { clip } from '../model/errors.ts';
import { configurationNamedIn, customPath, namedBy } from './known-configurations.ts';
import type { Known } from './known-here.ts';

type Warn = (what: string) => void;

/**
 * A variable from elsewhere. A reference to a missing connection is kept by its title, else by its id: it is bound as soon
 * as there is such a connection. An object becomes the text that variables hold.
 */
export function fittedVariable(variable: VariableDraft, known: Known, warn: Warn): VariableDraft {
  const { type, key, value = null, referencedType = null } = variable;
  const written = type === 'ReferenceVariable' ? namedBy(value) : null;
  if (written === null) return variable;
  if (known.configuration(written, referencedType)) return { ...variable, value: written };
  warn(`variable '${clip(key)}': value '${clip(written)}' is kept: there is no such connection yet`);
  const title = configurationNamedIn(value)?.title ?? null;
  return { ...variable, value: title === null ? written : `${customPath}${title}` };
}

/** The variable ids of a user input task. Ids that are not in the template are left out, with a warning. */
export const knownInputs = (inputs: readonly string[], own: ReadonlySet<string>, warn: Warn): readonly string[] =>
  inputs.filter((id) => {
    if (own.has(id)) return true;
    warn(`the input '${clip(id)}' was left out: the template has no variable of this id`);
    return false;
  });

/** By what tasks name the variables of a template. */
export const idsOfVariables = (variables: readonly VariableDraft[] = []): ReadonlySet<string> =>
  new Set(variables.flatMap(({ id }) => id ?? []));
