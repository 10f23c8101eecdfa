import { rootFolderId } from '../ids/ids.ts';
import { message } from '../messages/message.ts';
import type { VariableDraft } from '../model/draft.ts';
import { Invalid } from '../model/errors.ts';
import { blankRelease, blankReleasePassive } from '../model/release.ts';
import { passwordMask, type Variable, type VariableValue } from '../model/variable.ts';
import { newVariable } from '../variables/build-variable.ts';
import type { ValueSource } from '../variables/special-variables.ts';
import { isShared, valueToScripts } from '../variables/values.ts';
import { namesVariable, type ScriptLanguage, scriptText } from './script-text.ts';

/** The release of a test run, which is not stored. */
export const trialRelease = { id: 'ReleaseTrial', title: 'Trial' } as const;

/** A script for a test run, with variables that the caller has typed. */
export interface TrialScript {
  /** The script with its placeholders replaced. */
  readonly text: string;
  /** Each variable with its value for scripts. */
  readonly variables: readonly { readonly variable: Variable; readonly value: VariableValue }[];
  /** The passwords in clear text, which the output must not contain. */
  readonly passwords: readonly string[];
}

interface TrialScriptInput {
  readonly text: string;
  readonly language: ScriptLanguage;
  readonly variables: readonly VariableDraft[];
  /** Whether the placeholders of the script are not replaced. */
  readonly keepsPlaceholders: boolean;
}

function variablesOf(drafts: readonly VariableDraft[]): readonly Variable[] {
  const variables = drafts.map((draft, index) => newVariable({ ...draft, id: null }, () => `Variable${index + 1}`));
  const keys = variables.map(({ key }) => key);
  const repeated = keys.find((key, index) => keys.indexOf(key) !== index);
  if (repeated !== undefined) throw new Invalid(message('variable.keyExists', { key: repeated }));
  return variables;
}

/** Returns the value of a variable for a script. As in a task, a script reads only passwords that it names. */
function valueIn(text: string, variable: Variable): VariableValue {
  if (variable.type !== 'PasswordStringVariable') return valueToScripts(variable);
  return namesVariable(text, variable.key) ? variable.value : passwordMask;
}

/**
 * Returns a script with the placeholders and variables of a test run. A variable that is named like a field of the
 * release replaces this field. Throws Invalid for an invalid key, value or repeated key.
 */
export function trialScript({ text, language, variables: drafts, keepsPlaceholders }: TrialScriptInput): TrialScript {
  const variables = variablesOf(drafts);
  const release: ValueSource = {
    ...blankRelease,
    ...trialRelease,
    folderId: rootFolderId,
    status: 'IN_PROGRESS',
    passive: { kind: 'new', value: blankReleasePassive },
    variables: variables.filter(({ key }) => !isShared(key)),
  };
  const shared = new Map(variables.filter(({ key }) => isShared(key)).map((variable) => [variable.key, variable]));
  const passwords = variables.flatMap(({ type, value }) =>
    type === 'PasswordStringVariable' && typeof value === 'string' && value !== '' ? [value] : [],
  );
  return {
    text: keepsPlaceholders ? text : scriptText(text, language, release, { variables: shared }),
    variables: variables.map((variable) => ({ variable, value: valueIn(text, variable) })),
    passwords,
  };
}
