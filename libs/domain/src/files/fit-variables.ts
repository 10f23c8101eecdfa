import type { VariableDraft } from '../model/draft.ts';
import { clip } from '../model/errors.ts';
import { namedBy } from './known-configurations.ts';
import type { Known } from './known-here.ts';

type Warn = (what: string) => void;

/** A variable from elsewhere: a reference to a connection that there is not is empty, and told. */
export function fittedVariable(variable: VariableDraft, known: Known, warn: Warn): VariableDraft {
  const { type, key, value } = variable;
  const written = type === 'ReferenceVariable' ? namedBy(value ?? null) : null;
  if (written === null || known.configuration(written)) return variable;
  warn(`variable '${clip(key)}': value '${clip(written)}' was left out: there is no such connection`);
  return { ...variable, value: null };
}

/** Ids of what a task asks for, without those of no variable of its template, which are told. */
export const knownInputs = (inputs: readonly string[], own: ReadonlySet<string>, warn: Warn): readonly string[] =>
  inputs.filter((id) => {
    if (own.has(id)) return true;
    warn(`the input '${clip(id)}' was left out: the template has no variable of this id`);
    return false;
  });

/** By what tasks name the variables of a template. */
export const idsOfVariables = (variables: readonly VariableDraft[] = []): ReadonlySet<string> =>
  new Set(variables.flatMap(({ id }) => id ?? []));
