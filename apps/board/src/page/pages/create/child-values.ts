import type { ChildVariablesResponse, ReleaseResponse, TaskResponse } from '@slipway/api-schema/plans';
import type { VariableResponse } from '@slipway/api-schema/variables';
import { kindOf, parseTexts, parseValue, variableText } from '../../components/variables/value-text.ts';
import { lastSegment } from '../../navigation/ids.ts';
import { t } from '../../navigation/text.ts';
import { momentText } from '../calendar/date-texts.ts';
import { hasPassword } from './form-values.ts';

/** The edited values for child releases, by task and key. Passwords are separate, because they are not stored. */
export interface ChildInputs {
  readonly childValues: Readonly<Record<string, string>>;
  readonly childPasswords: Readonly<Record<string, string>>;
}

/** The maximum length of a default value in a hint. */
const maxDefaultLength = 80;

type Child = Pick<ChildVariablesResponse, 'taskId'>;

const inputName = ({ taskId }: Child, { key }: VariableResponse): string => `${lastSegment(taskId)} ${key}`;

const isPassword = (variable: VariableResponse): boolean => kindOf(variable) === 'password';

const hasCreation = ({ newReleaseTitle, tasks = [] }: TaskResponse): boolean =>
  newReleaseTitle !== undefined || tasks.some(hasCreation);

/** Returns the path of the variables of child releases; null for a template whose tasks create no release. */
export const childVariablesPath = ({ id, phases }: Pick<ReleaseResponse, 'id' | 'phases'>): string | null =>
  phases.some(({ tasks }) => tasks.some(hasCreation)) ? `/templates/${lastSegment(id)}/child-variables` : null;

/** Returns the input for a variable of a child release. An empty input keeps the value of its template. */
export function childInput(inputs: ChildInputs, child: Child, variable: VariableResponse): string {
  const texts = isPassword(variable) ? inputs.childPasswords : inputs.childValues;
  const name = inputName(child, variable);
  return Object.hasOwn(texts, name) ? (texts[name] ?? '') : '';
}

/** Returns the change of the inputs after a user has edited a variable. */
export function withChildInput(
  { childValues, childPasswords }: ChildInputs,
  child: Child,
  variable: VariableResponse,
  text: string,
): Partial<ChildInputs> {
  const name = inputName(child, variable);
  return isPassword(variable)
    ? { childPasswords: { ...childPasswords, [name]: text } }
    : { childValues: { ...childValues, [name]: text } };
}

/** Whether the template of a child release has a value for a variable. */
const hasDefault = (variable: VariableResponse): boolean => hasPassword(variable) || variableText(variable) !== '';

function defaultText(variable: VariableResponse): string {
  const { value } = variable;
  const text = variableText(variable);
  switch (kindOf(variable)) {
    case 'boolean':
      return value === true ? t('Yes') : t('No');
    case 'date':
      return momentText(Date.parse(String(value)));
    case 'texts':
      return parseTexts(text).join(', ');
    case 'map':
      return text.split('\n').join(', ');
    case 'text':
    case 'number':
    case 'password':
      return text;
  }
}

/** Returns the hint with the value that an empty input keeps; undefined without one. */
export function defaultHint(variable: VariableResponse): string | undefined {
  if (!hasDefault(variable)) return undefined;
  if (isPassword(variable)) return t('Default: the template’s value');
  const text = defaultText(variable);
  const shown = text.length > maxDefaultLength ? `${text.slice(0, maxDefaultLength)}…` : text;
  return t`Default: ${shown}`;
}

/** Whether a child release needs an input for a variable, because its template has no value for it. */
export const needsInput = (variable: VariableResponse): boolean => variable.requiresValue && !hasDefault(variable);

/** Returns the labels of the required variables of child releases without an input. */
export const missingChildLabels = (
  children: readonly ChildVariablesResponse[],
  inputs: ChildInputs,
): readonly string[] =>
  children.flatMap((child) =>
    child.variables
      .filter((variable) => needsInput(variable) && childInput(inputs, child, variable) === '')
      .map(({ label, key }) => t`${label ?? key} (${child.taskTitle})`),
  );

/** Returns the values for child releases in a request. Empty inputs are omitted. */
export const childVariablesBody = (children: readonly ChildVariablesResponse[], inputs: ChildInputs) =>
  children.flatMap((child) => {
    const entries = child.variables.flatMap((variable) => {
      const text = childInput(inputs, child, variable);
      return text === '' ? [] : [[variable.key, parseValue(kindOf(variable), text)] as const];
    });
    return entries.length === 0 ? [] : [{ taskId: child.taskId, variables: Object.fromEntries(entries) }];
  });
