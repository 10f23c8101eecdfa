import type { ReleaseResponse } from '@slipway/api-schema/plans';
import type { VariableResponse } from '@slipway/api-schema/variables';
import type { DraftFormat } from '../../api/session.ts';
import { fromDateInput } from '../../components/fields/date-input.ts';
import { kindOf, linesOf, parseValue, variableText } from '../../components/variables/value-text.ts';

/** The inputs of the form for a new release, as text. */
export interface FormValues {
  readonly title: string;
  /** Empty for the user who creates the release. */
  readonly owner: string;
  /** The id of the folder; empty for the folder of the template. */
  readonly folder: string;
  /** The planned start, as a `datetime-local` value. */
  readonly start: string;
  /** The due date, as a `datetime-local` value; empty for that of the template. */
  readonly due: string;
  /** One tag per line. */
  readonly tags: string;
  readonly description: string;
  /** Whether the release starts automatically at the planned start. */
  readonly startsAutomatically: boolean;
  /** The edited values of variables, by key. Other variables keep the values of the template. */
  readonly values: Readonly<Record<string, string>>;
  /** The edited values of variables of child releases. */
  readonly childValues: Readonly<Record<string, string>>;
  readonly childPasswords: Readonly<Record<string, string>>;
}

type Template = Pick<
  ReleaseResponse,
  'variables' | 'defaultTargetFolderId' | 'allowTargetFolderOverride' | 'autoStart' | 'tags' | 'description'
>;

/** Returns the initial inputs of the form. `start` is the planned start, as a `datetime-local` value. */
export const initialValues = (
  { defaultTargetFolderId, autoStart, tags, description }: Template,
  start = '',
): FormValues => ({
  title: '',
  owner: '',
  folder: defaultTargetFolderId ?? '',
  start,
  due: '',
  tags: tags.join('\n'),
  description: description ?? '',
  startsAutomatically: autoStart,
  values: {},
  childValues: {},
  childPasswords: {},
});

type TextName = 'title' | 'owner' | 'folder' | 'start' | 'due' | 'tags' | 'description';

const isTextEntry = (entry: [string, unknown]): entry is [string, string] => typeof entry[1] === 'string';

/** Returns the texts of a stored object; no texts for another value. */
const textsIn = (stored: unknown): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(isRecord(stored) ? stored : {}).filter(isTextEntry));

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** How the inputs survive a reload: as JSON without the values of password variables. */
export const formValuesFormat = (template: Template): DraftFormat<FormValues | null> => ({
  write: (draft) => {
    if (draft === null) return null;
    const keys = new Set(template.variables.filter((item) => kindOf(item) !== 'password').map(({ key }) => key));
    const values = Object.fromEntries(Object.entries(draft.values).filter(([key]) => keys.has(key)));
    return JSON.stringify({ ...draft, values, childPasswords: {} });
  },
  read: (text) => {
    const stored: unknown = JSON.parse(text);
    if (!isRecord(stored)) return undefined;
    const initial = initialValues(template);
    const textOf = (name: TextName): string => {
      const value = stored[name];
      return typeof value === 'string' ? value : initial[name];
    };
    return {
      title: textOf('title'),
      owner: textOf('owner'),
      folder: textOf('folder'),
      start: textOf('start'),
      due: textOf('due'),
      tags: textOf('tags'),
      description: textOf('description'),
      startsAutomatically: stored.startsAutomatically === true,
      values: textsIn(stored.values),
      childValues: textsIn(stored.childValues),
      childPasswords: {},
    };
  },
});

/** Returns the variables of the start form, in the order of the template. */
export const startFormVariables = ({ variables }: Template): readonly VariableResponse[] =>
  variables.filter(({ showOnReleaseStart }) => showOnReleaseStart);

/** Returns the input for a variable: the edited value, or else the value of the template. */
export const variableInput = ({ values }: FormValues, variable: VariableResponse): string =>
  Object.hasOwn(values, variable.key) ? (values[variable.key] ?? '') : variableText(variable);

/** Whether the template has a value for a password. The server does not return it, and an empty input keeps it. */
export const hasPassword = (variable: VariableResponse): boolean =>
  kindOf(variable) === 'password' && variable.value !== undefined;

/** Returns the id of the folder of the release. */
export const targetFolder = ({ id }: Pick<ReleaseResponse, 'id'>, { folder }: FormValues): string =>
  folder === '' ? id.slice(0, Math.max(0, id.lastIndexOf('/'))) : folder;

/** Returns the inputs for all variables of the template, by key. */
export const variableInputs = ({ variables }: Template, formValues: FormValues): Readonly<Record<string, string>> =>
  Object.fromEntries(variables.map((variable) => [variable.key, variableInput(formValues, variable)]));

/** Returns the request body. It omits unchanged values, for which the template has the values. */
export function toRequestBody(template: Template, formValues: FormValues) {
  const changedVariables = startFormVariables(template).filter(
    (variable) => variableInput(formValues, variable) !== variableText(variable),
  );
  const variables = changedVariables.map(
    (variable) => [variable.key, parseValue(kindOf(variable), variableInput(formValues, variable))] as const,
  );
  const { folder, start, due, owner, tags, description } = formValues;
  const initial = initialValues(template);
  return {
    releaseTitle: formValues.title,
    ...(variables.length > 0 && { variables: Object.fromEntries(variables) }),
    ...(folder !== '' && { folderId: folder }),
    ...(owner.trim() !== '' && { releaseOwner: owner.trim() }),
    ...(start !== '' && { scheduledStartDate: fromDateInput(start), autoStart: formValues.startsAutomatically }),
    ...(due !== '' && { dueDate: fromDateInput(due) }),
    ...(tags !== initial.tags && { tags: linesOf(tags) }),
    ...(description !== initial.description && { description }),
  };
}
